// Every pair, to browse and to search. Files of data call parvis.start and parvis.texts: a page that is opened from
// disk may load scripts, and nothing else. All that comes from them is put into the page as text.
"use strict";
const parvis = (() => {
  const PAGE = { texts: 10, none: 40 };
  const SLICE = 400; // pairs that are searched before the browser gets its turn
  const words = JSON.parse(document.getElementById("words-json").textContent);
  const get = (id) => document.getElementById(id);
  const locales = [words.language, ...(words.language === "en" ? [] : ["nb", "no"])]; // few browsers know Nynorsk
  const fields = ["words", "one", "other", "standard", "outcome", "marked"];
  const number = new Intl.NumberFormat(locales);
  const root = document.querySelector('script[src$="assets/pairs.js"]').getAttribute("src").replace("assets/pairs.js", "");
  let data = { systems: [], issues: [], prompts: [], pairs: [], chunks: 0, chunk: [] };
  const promptTexts = new Map(); // number of a prompt -> its text
  const responses = new Map(); // number of a prompt -> texts by number of a system
  const loaded = new Map(); // number of a file -> promise
  const hays = []; // what is searched of each pair, in small letters
  let hits = [];
  let page = 0;
  let only = ""; // the key of the one pair that a link names
  let turn = 0; // which search is running: an older one stops

  const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (whole, key) => (key in facts ? String(facts[key]) : whole));
  const fold = (text) => text.toLocaleLowerCase(locales);
  // A name that runs from right to left does not turn the sentence around it.
  const apart = (name) => `\u2068${name}\u2069`;
  const rest = () => new Promise((go) => setTimeout(go));

  function element(kind, look, ...inside) {
    const made = document.createElement(kind);
    if (look) made.className = look;
    made.append(...inside);
    return made;
  }

  // Files of texts

  function load(file) {
    if (!loaded.has(file)) {
      loaded.set(file, new Promise((done, failed) => {
        const script = document.createElement("script");
        script.src = `${root}pairs/texts-${file}.js`;
        script.onload = done;
        script.onerror = () => { loaded.delete(file); failed(new Error("texts")); };
        document.head.append(script);
      }));
    }
    return loaded.get(file);
  }

  const fileOf = (prompt) => data.chunk.findIndex(([first, last]) => first <= prompt && prompt <= last);

  // Searching

  function asked() {
    const value = (id) => (get(id) ? (get(id).type === "checkbox" ? get(id).checked : get(id).value.trim()) : "");
    return { ...Object.fromEntries(fields.map((id) => [id, value(id)])), pair: only };
  }

  // What names a pair in an address: its prompt and its systems.
  const keyOf = ([prompt, a, b]) => [data.prompts[prompt][0] || prompt, data.systems[a], data.systems[b]].join(" ~ ");

  function fits(pair, want) {
    if (want.pair) return keyOf(pair) === want.pair;
    const [prompt, a, b, [first, ties, second], marks] = pair;
    const here = [data.systems[a], data.systems[b]];
    if (want.one && !here.includes(want.one)) return false;
    if (want.other && !(here.includes(want.other) && (want.other !== want.one))) return false;
    if (want.standard && data.prompts[prompt][1] !== want.standard) return false;
    if (want.marked && !marks.length) return false;
    const all = first + ties + second;
    if (want.outcome === "agreed") return first === all || second === all || ties === all;
    if (want.outcome === "split") return first > 0 && second > 0;
    if (want.outcome === "tied") return ties * 2 >= all;
    return true;
  }

  function hay(at) {
    if (hays[at] === undefined) {
      const [prompt, a, b] = data.pairs[at];
      const of = responses.get(prompt) || {};
      const about = data.prompts[prompt].filter(Boolean);
      hays[at] = fold([data.systems[a], data.systems[b], ...about, promptTexts.get(prompt), of[a], of[b]].filter(Boolean).join("\n"));
    }
    return hays[at];
  }

  async function search(keepPage) {
    const mine = ++turn;
    const want = asked();
    const terms = fold(want.words).split(/\s+/).filter(Boolean);
    if (terms.length && !(await allTexts(mine))) return;
    const found = [];
    for (let at = 0; at < data.pairs.length; at++) {
      if (fits(data.pairs[at], want) && terms.every((term) => hay(at).includes(term))) found.push(at);
      if (terms.length && at % SLICE === SLICE - 1) {
        await rest();
        if (mine !== turn) return;
      }
    }
    hits = found;
    page = keepPage === true ? Math.min(page, Math.max(0, pages() - 1)) : 0;
    remember();
    await show(mine);
  }

  async function allTexts(mine) {
    for (let file = 0; file < data.chunks; file++) {
      if (!loaded.has(file)) get("state").textContent = fill(words.searching, { done: file, all: data.chunks });
      try {
        await load(file);
      } catch {
        get("state").textContent = words.failed;
        return false;
      }
      if (mine !== turn) return false;
    }
    return true;
  }

  // Showing

  const size = () => (words.texts ? PAGE.texts : PAGE.none);
  const pages = () => Math.ceil(hits.length / size());

  async function show(mine = turn) {
    const here = hits.slice(page * size(), (page + 1) * size());
    if (words.texts) {
      try {
        await Promise.all([...new Set(here.map((at) => fileOf(data.pairs[at][0])))].filter((file) => file >= 0).map(load));
      } catch {
        get("state").textContent = words.failed;
        return;
      }
      if (mine !== turn) return;
    }
    get("pairs").className = words.texts ? "" : "compact";
    get("pairs").replaceChildren(...here.map((at) => card(data.pairs[at])));
    const facts = { count: number.format(hits.length), all: number.format(data.pairs.length) };
    get("state").textContent = hits.length ? fill(words.found, facts) : words.none;
    get("turn").hidden = pages() < 2;
    get("where").textContent = fill(words.page, { page: number.format(page + 1), pages: number.format(pages()) });
    get("before").disabled = page === 0;
    get("after").disabled = page >= pages() - 1;
  }

  function card(pair) {
    const [prompt, a, b, counts, marks, ties] = pair;
    const [name, standard, category] = data.prompts[prompt];
    const [one, other] = [data.systems[a], data.systems[b]];
    const link = element("a", "", element("bdi", "", one), element("span", "less", " – "), element("bdi", "", other));
    link.href = `#${new URLSearchParams({ pair: keyOf(pair) })}`;
    const title = element("h2", "", link);
    const about = [words.standards[standard] || "", category || "", name || ""].filter(Boolean);
    const head = element("div", "", title, element("p", "meta", about.join(" · ")));
    const whole = element("article", "pair", head, tally(one, other, counts, ties));
    if (words.texts) whole.append(...reading(prompt, a, b, marks));
    else if (marks.length) whole.append(found(marks, ""));
    return whole;
  }

  function tally(one, other, [first, tied, second], [well, badly]) {
    const all = first + tied + second || 1;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("aria-hidden", "true");
    let from = 0;
    for (const [look, count] of [["one", first], ["tie", tied], ["two", second]]) {
      const box = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      const facts = { x: `${(100 * from) / all}%`, width: `${(100 * count) / all}%`, height: "100%", class: look };
      for (const [key, value] of Object.entries(facts)) box.setAttribute(key, value);
      svg.append(box);
      from += count;
    }
    let said = fill(words.says, { one: apart(one), wins: first, ties: tied, other: apart(other), losses: second });
    const kinds = [[well, words.both_well], [badly, words.both_badly]].filter(([count, label]) => count && label);
    if (kinds.length) said += ` (${kinds.map(([count, label]) => `${label}: ${count}`).join("; ")})`;
    return element("div", "tally", element("div", "bar-line", svg), element("p", "figures", said));
  }

  function reading(prompt, a, b, marks) {
    const of = responses.get(prompt) || {};
    const asked = promptTexts.get(prompt);
    const sides = [a, b].map((system, side) => {
      const mine = marks.filter((mark) => mark[0] === side);
      const box = element("div", "", element("h3", "", element("bdi", "", data.systems[system])), spoken(text(of[system], mine), prompt));
      if (mine.length) box.append(found(mine, of[system] || ""));
      return box;
    });
    return [...(asked ? [spoken(element("p", "prompt", asked), prompt)] : []), element("div", "texts", ...sides)];
  }

  // In its own direction, and in the language that the prompt asks for.
  function spoken(line, prompt) {
    line.dir = "auto";
    const standard = data.prompts[prompt][1];
    if (words.standards[standard]) line.lang = standard;
    return line;
  }

  // Marks are places of Unicode characters, of which JavaScript counts some as two.
  function text(whole, marks) {
    if (!whole) return element("p", "text missing", words.unknown);
    const letters = Array.from(whole);
    const places = marks.filter((mark) => mark[2] >= 0);
    const ends = [...new Set([0, letters.length, ...places.flatMap((mark) => [mark[2], mark[3]])])];
    const cuts = ends.filter((end) => end <= letters.length).sort((x, y) => x - y);
    const line = element("p", "text");
    for (let i = 0; i + 1 < cuts.length; i++) {
      const piece = letters.slice(cuts[i], cuts[i + 1]).join("");
      const over = places.filter((mark) => mark[2] <= cuts[i] && cuts[i + 1] <= mark[3]);
      if (!over.length) {
        line.append(piece);
        continue;
      }
      const mark = element("mark", "", piece);
      mark.title = [...new Set(over.map((one) => label(one[1])))].join(", ");
      line.append(mark);
    }
    return line;
  }

  const label = (issue) => words.issues[data.issues[issue]] || data.issues[issue];

  function found(marks, whole) {
    const letters = Array.from(whole);
    const list = element("ul", "found");
    list.setAttribute("aria-label", words.marks);
    for (const [, issue, start, end, times] of marks) {
      const place = start < 0 || !whole ? "" : `: «${letters.slice(start, end).join("")}»`;
      list.append(element("li", "", `${label(issue)}${place}${times > 1 ? ` (${fill(words.times, { count: times })})` : ""}`));
    }
    return list;
  }

  // The address keeps the search, so that a link leads back to it

  function remember() {
    const want = { ...asked(), page: page ? String(page + 1) : "" };
    const kept = Object.entries(want).filter(([, value]) => value).map(([key, value]) => [key, value === true ? "1" : value]);
    const hash = new URLSearchParams(kept).toString();
    if (hash !== location.hash.slice(1)) history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
    for (const link of document.querySelectorAll(".languages a")) link.hash = hash;
  }

  function recall() {
    const kept = new URLSearchParams(location.hash.slice(1));
    for (const id of fields) {
      if (!get(id)) continue;
      if (get(id).type === "checkbox") get(id).checked = kept.get(id) === "1";
      else get(id).value = kept.get(id) || "";
      if (get(id).value === null || get(id).selectedIndex === -1) get(id).value = "";
    }
    only = kept.get("pair") || "";
    page = Math.max(0, (Number(kept.get("page")) || 1) - 1);
  }

  function anew() {
    only = "";
    return search();
  }

  function go(step) {
    page += step;
    remember();
    show().then(() => {
      get("state").scrollIntoView();
      if (document.activeElement && document.activeElement.disabled) get(step > 0 ? "before" : "after").focus();
    });
  }

  function start(given) {
    data = given;
    const byName = [...data.systems].sort((x, y) => x.localeCompare(y, locales, { numeric: true }));
    for (const id of ["one", "other"]) get(id).append(...byName.map((name) => new Option(name, name)));
    get("marks-field").hidden = !data.pairs.some((pair) => pair[4].length);
    recall();
    let wait = 0;
    get("words").addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(anew, 200); });
    for (const id of fields.slice(1)) if (get(id)) get(id).addEventListener("change", anew);
    get("filter").addEventListener("submit", (event) => { event.preventDefault(); anew(); });
    get("clear").addEventListener("click", () => {
      for (const id of fields) if (get(id)) { if (get(id).type === "checkbox") get(id).checked = false; else get(id).value = ""; }
      anew().then(() => get("words").focus());
    });
    get("before").addEventListener("click", () => go(-1));
    get("after").addEventListener("click", () => go(1));
    addEventListener("hashchange", () => { recall(); search(true); });
    get("filter").hidden = false;
    search(true);
  }

  function texts(_file, prompts) {
    for (const [prompt, asked, of] of prompts) {
      promptTexts.set(prompt, asked);
      responses.set(prompt, of);
    }
    hays.length = 0;
  }

  return { start, texts };
})();
