import time
from tests.browser.conftest import *
from tests.browser.scenes import *
from axe_playwright_python.sync_playwright import Axe
def test_try(serve, visit):
    site=serve(port=8650, PARVIS_DWELL_MS="0")
    t=time.time(); world=build(site); print("build",time.time()-t)
    page=visit(locale="nb-NO", color_scheme="light")
    for s in (*ANNOTATOR,*STAFF):
        t=time.time()
        try: world.show(page,s)
        except Exception as e:
            print("FAIL",s.name,str(e)[:300]); page.screenshot(path=f"/tmp/eyes/fail-{s.name}.png"); continue
        a=time.time(); v=[ (x["id"],x["nodes"][0]["html"][:100]) for x in Axe().run(page).response["violations"]]
        b=time.time(); page.emulate_media(color_scheme="dark"); page.wait_for_timeout(100); 
        dark=page.evaluate("getComputedStyle(document.querySelector('.stApp')||document.body).backgroundColor")
        page.set_viewport_size({"width":390,"height":844}); page.wait_for_timeout(150)
        w=page.evaluate("[document.scrollingElement.scrollWidth, ...[...document.querySelectorAll('[data-testid=stMain]')].map(e=>e.scrollWidth)]")
        page.set_viewport_size({"width":1440,"height":900}); page.emulate_media(color_scheme="light")
        print(s.name, f"{a-t:.1f} {b-a:.1f}", dark, w, v)
