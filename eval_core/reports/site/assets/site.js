// Compares two systems on the first page. The data come from pairs/compare.js, which calls this.
"use strict";
const parvisCompare = (parts) => {
  const words = JSON.parse(document.getElementById("comparable").textContent);
  const written = new Intl.NumberFormat([words.language, "nb"], { maximumFractionDigits: 0 });
  const section = document.getElementById("compare");
  const [part, one, other] = ["part", "one", "other"].map((id) => document.getElementById(id));
  const answer = document.getElementById("answer");
  const ofPart = () => parts[part ? part.value : Object.keys(parts)[0]];
  const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (whole, key) => (key in facts ? String(facts[key]) : whole));

  // A name that runs from right to left does not turn the sentence around it.
  const apart = (name) => `\u2068${name}\u2069`;

  // What is neither 0 nor 10 never reads like it.
  function ofTen(share) {
    if (share > 0 && share < 0.05) return `<\u00a0${written.format(1)}`;
    if (share >= 0.95 && share < 1) return `>\u00a0${written.format(9)}`;
    return written.format(10 * share);
  }

  function options(select, chosen) {
    select.replaceChildren(...ofPart().systems.map((name, i) => new Option(name, String(i), false, i === chosen)));
  }

  function paragraph(text, look) {
    const line = document.createElement("p");
    line.textContent = text;
    if (look) line.className = look;
    return line;
  }

  function say() {
    const { systems, pairs } = ofPart();
    const [a, b] = [Number(one.value), Number(other.value)];
    if (a === b) {
      answer.replaceChildren(paragraph(words.same));
      return;
    }
    const [first, second] = a < b ? [a, b] : [b, a];
    const row = pairs.find((pair) => pair[0] === first && pair[1] === second);
    const names = { one: systems[first], other: systems[second] };
    const facts = { one: apart(names.one), other: apart(names.other) };
    const said = [paragraph(fill(row && row[2] ? words.decided : words.open, facts), "said")];
    if (row) {
      const [, , , chance, tie, won, tied, lost] = row;
      if (chance >= 0) said.push(paragraph(fill(words.chance, { ...facts, wins: ofTen(chance), ties: ofTen(tie) })));
      const count = won + tied + lost;
      const counted = { ...facts, count, wins: won, ties: tied, losses: lost };
      said.push(paragraph(count ? fill(words.counted, counted) : words.never));
    }
    if (row && row[5] + row[6] + row[7]) {
      const link = document.createElement("a");
      link.href = "pairs.html#" + new URLSearchParams(names);
      link.textContent = words.pairs;
      const line = document.createElement("p");
      line.append(link);
      said.push(line);
    }
    answer.replaceChildren(...said);
  }

  function begin() {
    options(one, 0);
    options(other, Math.min(1, ofPart().systems.length - 1));
    say();
  }

  if (part) part.addEventListener("change", begin);
  for (const select of [one, other]) select.addEventListener("change", say);
  begin();
  section.hidden = document.getElementById("to-compare").hidden = false;
};
