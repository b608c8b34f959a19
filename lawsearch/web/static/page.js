// What the page does beyond what it does without a script: search as you type, references that open in place, the
// trail of where you came from, definitions over terms, keys. All HTML comes from this server, escaped there.
"use strict";
(() => {
  document.documentElement.classList.add("js");
  const words = document.getElementById("words").dataset;
  const status = document.getElementById("status");
  const main = document.getElementById("main");
  const box = document.getElementById("q");

  const policy = window.trustedTypes
    ? window.trustedTypes.createPolicy("lawsearch", { createHTML: (html) => html })
    : { createHTML: (html) => html };

  const fill = (element, html) => { element.innerHTML = policy.createHTML(html); };
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const say = (text) => { status.textContent = text; };

  async function fetchPart(address, signal) {
    const answer = await fetch(address, { signal, headers: { Accept: "text/html" } });
    return answer.text(); // a refusal comes as a sentence to show, like an answer
  }

  function store(area, key, value) {
    try {
      if (value === undefined) return JSON.parse(area().getItem(key)) || [];
      area().setItem(key, JSON.stringify(value));
    } catch { /* storage is switched off */ }
    return [];
  }
  const session = () => window.sessionStorage;
  const local = () => window.localStorage;

  // toast

  let toast = null;
  let toastTimer = 0;
  function tell(text) {
    say(text);
    clearTimeout(toastTimer);
    if (!toast) document.body.append(toast = make("div", { class: "toast", "aria-hidden": "true" }));
    toast.textContent = text;
    toast.hidden = false;
    toastTimer = setTimeout(() => { toast.hidden = true; }, 2500);
  }

  // search as you type: each question has a number, and only the answer to the last one is drawn

  let asked = 0;
  let waiting = null;
  let timer = 0;
  let answer = document.getElementById("answer");
  const onSearchPage = Boolean(answer);
  const form = document.getElementById("find");

  function searchAddress(part) {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value.trim()) query.set(name, value.trim());
    if (part) query.set("part", "results");
    const text = query.toString();
    return (part || query.has("q") ? "/search" : "/") + (text ? "?" + text : "");
  }

  function panel() {
    if (!answer) {
      answer = make("div", { class: "answer", id: "answer" });
      const around = make("section", { class: "panel", id: "panel", "aria-label": words.results }, answer);
      document.querySelector("header.site").append(around);
    }
    return answer;
  }

  function closePanel() {
    const around = document.getElementById("panel");
    if (!around) return false;
    if (around.contains(document.activeElement)) box.focus();
    around.remove();
    answer = null;
    asked += 1;
    return true;
  }

  async function ask() {
    const number = ++asked;
    if (waiting) waiting.abort();
    waiting = new AbortController();
    if (!box.value.trim() && !onSearchPage) { closePanel(); return; }
    const address = searchAddress(true);
    const own = searchAddress(false);  // of what is asked: more may have been typed when the answer comes
    let html;
    try {
      html = await fetchPart(address, waiting.signal);
    } catch (error) {
      if (error.name !== "AbortError" && number === asked) tell(words.failed);
      return;
    }
    if (number !== asked) return; // a newer question is on its way
    fill(panel(), html);
    const count = document.getElementById("count");
    if (count) say(count.dataset.said);
    if (onSearchPage) {
      history.replaceState(history.state, "", own);
      document.body.classList.toggle("home", !box.value.trim());
      const hello = document.querySelector(".hello");
      if (hello) hello.hidden = Boolean(box.value.trim());
      document.body.dataset.trail = box.value.trim() || words.search;
      if (box.value.trim()) document.body.dataset.trailWords = ""; else delete document.body.dataset.trailWords;
      rememberPlace();
      drawRecent();
    }
  }

  function remember(query) {
    const text = query.trim();
    if (text.length < 2) return;
    const known = store(local, "recent").filter((one) => typeof one === "string" && one !== text);
    store(local, "recent", [text, ...known].slice(0, 8));
  }

  function drawRecent() {
    const place = document.getElementById("recent");
    const known = store(local, "recent").filter((one) => typeof one === "string");
    if (!place || !known.length) return;
    const list = make("ul", { class: "chips" });
    for (const text of known) {
      list.append(make("li", null, make("a", { href: "/search?" + new URLSearchParams({ q: text }) }, text)));
    }
    const forget = make("button", { type: "button", class: "forget" }, words.forget);
    forget.addEventListener("click", () => { store(local, "recent", []); place.hidden = true; box.focus(); });
    place.replaceChildren(make("h2", null, words.recent + " ", forget), list);
    place.hidden = false;
  }

  if (box && form) {
    box.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, 40); });
    form.addEventListener("submit", (event) => {
      clearTimeout(timer);
      remember(box.value);
      if (!box.value.trim()) { event.preventDefault(); box.focus(); }
    });
    for (const field of document.querySelectorAll(".filters select, .filters input")) {
      field.addEventListener(field.tagName === "SELECT" ? "change" : "input", () => {
        if (field.checkValidity()) { clearTimeout(timer); timer = setTimeout(ask, 120); }
      });
    }
    document.addEventListener("click", (event) => {
      if (event.target.closest(".hit a")) remember(box.value);
      else if (!event.target.closest("#panel, #find")) closePanel();
    });
    drawRecent();
  }

  function hitLinks() { return answer ? [...answer.querySelectorAll(".hit-link")] : []; }

  function moveThroughHits(event, step) {
    const links = hitLinks();
    if (!links.length) return false;
    const at = links.indexOf(document.activeElement);
    if (at < 0 && document.activeElement !== box) return false;
    const next = at + step;
    event.preventDefault();
    if (next < 0) box.focus();
    else if (next < links.length) links[next].focus();
    return true;
  }

  // the trail: the pages of this tab that led here; coming back to one of them cuts it off behind that page

  function here() { return location.pathname + location.search; }

  function sameClause(one, other) {
    return one.split("?")[0] === other.split("?")[0] && !one.startsWith("/search");
  }

  const isSearch = (address) => /^\/(search)?(\?|$)/.test(address);

  // a step: address, words, the language they are in, and whether they are words that were searched for
  function step() {
    const { trail: title, trailLang: lang, trailWords: asked } = document.body.dataset;
    return title && { u: here(), t: title, l: asked === undefined ? lang || "" : languageOf(title), q: asked !== undefined };
  }

  const languageOf = (text) => (/[\u0400-\u04ff]/.test(text) ? "ru" : "en");

  function rememberPlace() {
    const now = step();
    if (!now) return;
    const trail = readTrail();
    const last = trail[trail.length - 1];
    if (last && isSearch(last.u)) trail.pop(); // one step, however often the question changed
    store(session, "trail", [...trail, now].slice(-12));
  }

  function readTrail() {
    return store(session, "trail").filter((one) => one && typeof one.u === "string" && /^\/(?![/\\])/.test(one.u));
  }

  function takeStep() {
    const now = step();
    let trail = readTrail();
    if (!now) return trail; // a list, help: no place to come back to, but one to come back from
    const known = trail.findIndex((one) => one.u === here() || sameClause(one.u, here()));
    if (known >= 0) trail = trail.slice(0, known);
    if (isSearch(here())) trail = []; // every search begins a new way
    store(session, "trail", [...trail, now].slice(-12));
    return trail;
  }

  function named(one) {
    const words = make("span", one.l ? { lang: one.l } : {}, one.t);
    if (!one.q) return [words];
    const [before, after] = searchedFor();
    return [before, words, after];
  }
  const searchedFor = () => words.searchFor.split("{words}");

  function drawTrail(trail) {
    const place = document.getElementById("trail");
    if (!trail.length) { place.hidden = true; return; }
    const last = trail[trail.length - 1];
    const back = make("a", { class: "back", href: last.u, "aria-keyshortcuts": "b" }, `← ${words.back}: `, ...named(last));
    place.replaceChildren(back);
    if (trail.length > 1) {
      const list = make("ol", { "aria-label": words.from });
      for (const one of trail.slice(0, -1)) list.append(make("li", null, make("a", { href: one.u }, ...named(one))));
      place.append(list);
      place.hidden = false;
      list.scrollLeft = list.scrollWidth;
    }
    place.hidden = false;
  }

  // references open in place

  function blockOf(link) { return link.closest(".sheet") || link.closest("p, li, q") || link; }

  async function togglePreview(link) {
    const open = link.getAttribute("aria-controls");
    if (link.getAttribute("aria-expanded") === "true") {
      const shown = document.getElementById(open);
      if (shown) shown.remove();
      shut(link);
      return;
    }
    const id = "preview-" + (togglePreview.count = (togglePreview.count || 0) + 1);
    link.setAttribute("aria-expanded", "true");
    const inside = make("div", { class: "preview-in" });
    const close = make("button", { type: "button", class: "preview-close", "data-do": "close-preview" }, words.close);
    const name = `${words.preview}: ${link.textContent}`;
    const around = make("div", { class: "preview", id, role: "group", "aria-label": name }, close, inside);
    around.opener = link;
    around.targets = link.dataset.targets;
    let block = blockOf(link);
    while (block.nextElementSibling && block.nextElementSibling.classList.contains("preview")) block = block.nextElementSibling;
    try {
      const html = await fetchPart(previewAddress(around, false));
      fill(inside, html);
      markReferences(inside);
      block.after(around);
      link.setAttribute("aria-controls", id);
      const head = inside.querySelector(".preview-open");
      if (head) say(`${words.preview}: ${head.textContent.trim()}`);
    } catch {
      shut(link);
      tell(words.failed);
    }
  }

  function previewAddress(around, whole) {
    const query = new URLSearchParams({ targets: around.targets, part: "preview" });
    if (document.body.dataset.text) query.set("lang", document.body.dataset.text);
    if (whole) query.set("whole", "1");
    return "/preview?" + query;
  }

  function shut(link) {
    link.setAttribute("aria-expanded", "false");
    link.removeAttribute("aria-controls");
  }

  function closePreview(around) {
    const link = around.opener;
    around.remove();
    if (link) { shut(link); link.focus(); }
  }

  async function showWhole(button) {
    const around = button.closest(".preview");
    const inside = around.querySelector(".preview-in");
    fill(inside, await fetchPart(previewAddress(around, true)));
    markReferences(inside);
    inside.querySelector("a").focus();
  }

  function markReferences(place) {
    for (const link of place.querySelectorAll("a.ref[data-targets]:not(.ref-term)")) link.setAttribute("aria-expanded", "false");
  }

  const shownClause = () => {
    const marked = document.querySelectorAll("#law > .marked");
    return marked.length ? [...marked] : [...document.querySelectorAll("#law > .row")];
  };

  async function openReferences(button) {
    const known = new Set();
    const links = shownClause()
      .flatMap((row) => [...(row.querySelector(".cell[lang]")?.querySelectorAll(":scope > p > a.ref[data-targets], :scope > .sheet a.ref[data-targets]") || [])])
      .filter((link) => !link.matches(".ref-term") && link.dataset.targets && !known.has(link.dataset.targets) && known.add(link.dataset.targets));
    const closed = links.filter((link) => link.getAttribute("aria-expanded") !== "true");
    if (closed.length) for (const link of closed.slice(0, 30)) await togglePreview(link);
    else for (const link of links) await togglePreview(link);
    if (button) button.setAttribute("aria-pressed", closed.length ? "true" : "false");
  }

  // definitions over terms: on hover and focus, kept while the pointer is over them, closed by Escape

  let card = null;
  let cardTimer = 0;
  let cardFor = null;

  function closeCard() {
    clearTimeout(cardTimer);
    if (cardFor) cardFor.removeAttribute("aria-describedby");
    if (card) card.remove();
    const had = Boolean(card);
    card = cardFor = null;
    return had;
  }

  async function openCard(link) {
    if (cardFor === link) return;
    closeCard();
    cardFor = link;
    const cell = link.closest("[lang]");
    let html;
    try {
      html = await fetchPart(`${link.getAttribute("href")}?part=card&lang=${cell ? cell.lang : ""}`);
    } catch { return; }
    if (cardFor !== link) return;
    card = make("div", { class: "card", id: "card", role: "tooltip" });
    fill(card, html);
    for (const inner of card.querySelectorAll("a")) inner.setAttribute("tabindex", "-1");
    main.append(card);
    link.setAttribute("aria-describedby", "card");
    const place = link.getBoundingClientRect();
    const left = Math.max(8, Math.min(place.left, document.documentElement.clientWidth - card.offsetWidth - 8));
    const below = place.bottom + card.offsetHeight + 8 < innerHeight || place.top < card.offsetHeight + 120;
    card.style.left = `${left + scrollX}px`;
    card.style.top = `${(below ? place.bottom + 4 : place.top - card.offsetHeight - 4) + scrollY}px`;
    card.addEventListener("mouseleave", () => later(closeCard, 200));
    card.addEventListener("mouseenter", () => clearTimeout(cardTimer));
  }

  function later(work, wait) { clearTimeout(cardTimer); cardTimer = setTimeout(work, wait); }

  document.addEventListener("mouseover", (event) => {
    const link = event.target.closest("a.ref-term");
    if (link) later(() => openCard(link), 180);
  });
  document.addEventListener("mouseout", (event) => {
    if (event.target.closest("a.ref-term")) later(closeCard, 250);
  });
  document.addEventListener("focusin", (event) => {
    const link = event.target.closest("a.ref-term");
    if (link && link.matches(":focus-visible")) openCard(link);
    else if (card && !card.contains(event.target)) closeCard();
  });

  // copying

  const oneLine = (element) => element.textContent.replace(/\s+/g, " ").trim();

  // a table as lines of cells with tabs between them, as a spreadsheet takes it
  function plain(element) {
    const table = element.matches("table") ? element : element.querySelector("table");
    if (!table) return oneLine(element);
    return [...table.rows].map((line) => [...line.cells].map(oneLine).join("\t")).join("\n");
  }

  const shownLanguages = () => new Set([...document.querySelectorAll("#law > .row > .cell[lang]")].map((cell) => cell.lang));

  function citations() {
    const law = document.getElementById("law");
    return [...shownLanguages()].map((language) => law.getAttribute(`data-short-${language}`)).filter(Boolean).join("\n");
  }

  function plainText() {
    const parts = [];
    for (const language of shownLanguages()) {
      const lines = [];
      for (const row of shownClause()) {
        const cell = row.querySelector(`.cell[lang="${language}"]`);
        if (!cell) continue;
        const copy = cell.cloneNode(true);
        for (const extra of copy.querySelectorAll(".preview, [hidden], .gap")) extra.remove();
        const address = row.querySelector(".gutter .address");
        const text = [...copy.children].map(plain).filter(Boolean).join("\n");
        if (text) lines.push((address ? address.textContent + " " : "") + text);
      }
      parts.push(lines.join("\n") + "\n— " + document.getElementById("law").getAttribute(`data-citation-${language}`));
    }
    return parts.join("\n\n");
  }

  async function copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
      tell(said);
    } catch { tell(words.copyFailed); }
  }

  const doings = {
    "copy-text": () => copy(plainText(), words.copiedText),
    "copy-citation": () => copy(citations(), words.copiedCitation),
    "copy-link": () => copy(location.origin + here(), words.copiedLink),
    "open-references": (button) => openReferences(button),
    "print": () => window.print(),
    "close-preview": (button) => closePreview(button.closest(".preview")),
    "whole": (button) => showWhole(button),
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-do]");
    if (button) { doings[button.dataset.do](button); return; }
    const menu = document.querySelector(".menu[open]");
    if (menu && !menu.contains(event.target)) menu.open = false;
    if (!event.target.closest("#laws-panel, [data-laws]")) closeLaws();
    const link = event.target.closest("a.ref[data-targets]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
    if (link.classList.contains("ref-term") || !link.dataset.targets) return;
    event.preventDefault();
    togglePreview(link);
  });

  for (const button of document.querySelectorAll("button[data-do][hidden]")) button.hidden = false;
  markReferences(main);

  // lists that are sieved while typing

  for (const field of document.querySelectorAll("[data-sieve]")) {
    if (field.defaultValue) continue;  // not all rows are here: the form asks for them
    const none = document.getElementById(field.dataset.none);
    const rows = [...document.querySelectorAll(field.dataset.sieve)].map((row) => [row, row.textContent.toLowerCase().replaceAll("\u0451", "\u0435")]);
    field.form.addEventListener("submit", (event) => event.preventDefault());
    field.addEventListener("input", () => {
      const wanted = field.value.toLowerCase().replaceAll("\u0451", "\u0435").trim();
      let left = 0;
      for (const [row, text] of rows) { row.hidden = !text.includes(wanted); left += row.hidden ? 0 : 1; }
      for (const group of document.querySelectorAll(".sayings")) group.hidden = !group.querySelector(".saying:not([hidden])");
      none.hidden = left > 0;
      none.querySelector("a").href = "/search?q=" + encodeURIComponent(field.value.trim());
      say(left ? String(left) : none.textContent);
    });
  }

  for (const field of document.querySelectorAll("[data-ask]")) {
    const place = document.getElementById(field.dataset.ask);
    let number = 0;
    let pause = 0;
    field.addEventListener("input", () => {
      clearTimeout(pause);
      pause = setTimeout(async () => {
        const mine = ++number;
        const query = new URLSearchParams({ q: field.value.trim(), part: "list" });
        try {
          const html = await fetchPart(`${field.form.getAttribute("action")}?${query}`);
          if (mine === number) { fill(place, html); say(String(place.querySelectorAll(".saying").length)); }
        } catch { tell(words.failed); }
      }, 120);
    });
  }

  // the laws of the work, over the text

  function closeLaws() {
    const around = document.getElementById("laws-panel");
    if (!around) return false;
    const opener = document.querySelector("[data-laws]");
    if (around.contains(document.activeElement)) opener.focus();
    opener.setAttribute("aria-expanded", "false");
    around.remove();
    return true;
  }

  async function openLaws(opener) {
    if (closeLaws()) return;
    const query = new URLSearchParams(new URL(opener.href).search);
    query.set("part", "laws");
    query.set("at", opener.dataset.laws);
    let html;
    try {
      html = await fetchPart(`${new URL(opener.href).pathname}?${query}`);
    } catch { tell(words.failed); return; }
    const inside = make("div", { class: "laws-in" });
    fill(inside, html);
    const around = make("nav", { class: "laws-panel", id: "laws-panel", "aria-label": opener.textContent.trim() }, inside);
    opener.closest(".strip").append(around);
    opener.setAttribute("aria-expanded", "true");
    const current = around.querySelector("[aria-current]");
    if (current) {
      around.scrollTop = current.getBoundingClientRect().top - around.getBoundingClientRect().top - around.clientHeight / 3;
      current.focus({ preventScroll: true });
    }
  }

  const lawsOpener = document.querySelector("[data-laws]");
  if (lawsOpener) {
    lawsOpener.setAttribute("role", "button");
    lawsOpener.setAttribute("aria-expanded", "false");
    lawsOpener.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      openLaws(lawsOpener);
    });
    lawsOpener.addEventListener("keydown", (event) => { if (event.key === " ") { event.preventDefault(); openLaws(lawsOpener); } });
  }

  // tables wider than their place can be scrolled by keyboard; those that fit are no stop on the way

  function measureTables() {
    for (const sheet of document.querySelectorAll(".sheet")) {
      const wide = sheet.scrollWidth > sheet.clientWidth + 1;
      sheet.classList.toggle("is-wide", wide);
      if (wide) sheet.setAttribute("tabindex", "0"); else sheet.removeAttribute("tabindex");
    }
  }
  measureTables();

  // the place: the clause at the top of the window stays there in another language, size or width

  const underHead = () => {
    const strip = document.querySelector(".strip") || document.querySelector("header.site");
    return Math.max(0, strip.getBoundingClientRect().bottom);
  };

  // the first clause in sight, with its distance from the head; of one that begins above it, the part that is gone
  function placeNow() {
    if (scrollY < 8) return null;
    const top = underHead();
    for (const row of document.querySelectorAll("#law > .row[id]")) {
      const box = row.getBoundingClientRect();
      if (box.bottom <= top + 6) continue;
      const off = box.top - top;
      return { id: row.id, off: Math.max(0, off), gone: off < 0 ? -off / box.height : 0 };
    }
    return null;
  }

  function restorePlace(place) {
    const row = place && document.getElementById(place.id);
    if (!row) return;
    const box = row.getBoundingClientRect();
    scrollBy({ top: box.top + place.gone * box.height - underHead() - place.off, behavior: "instant" });
  }

  const keepPlace = () => store(session, "place", [location.pathname, placeNow()]);

  let lastPlace = null;
  let lastWidth = innerWidth;
  let noting = false;
  addEventListener("scroll", () => {
    if (noting) return;
    noting = true;
    requestAnimationFrame(() => { noting = false; if (innerWidth === lastWidth) lastPlace = placeNow(); });
  }, { passive: true });
  addEventListener("resize", () => {
    if (innerWidth === lastWidth) return;
    lastWidth = innerWidth;
    measureTables();
    restorePlace(lastPlace);
    requestAnimationFrame(() => restorePlace(lastPlace));
  });
  document.addEventListener("click", (event) => { const tab = event.target.closest(".tabs a"); if (tab) { keepPlace(); tab.hash = ""; } });
  document.addEventListener("submit", (event) => { if (event.target.matches(".choice")) keepPlace(); });

  // previews that were open when a page was left are open again when one comes back

  const previewLinks = () => [...document.querySelectorAll("#law a.ref[data-targets], .beside a.ref[data-targets]")]
    .filter((link) => !link.closest(".preview"));

  addEventListener("pagehide", () => {
    const open = previewLinks().flatMap((link, number) => (link.getAttribute("aria-expanded") === "true" ? [number] : []));
    store(session, "open " + here(), [open, placeNow()]);
  });

  async function reopenPreviews() {
    const [open, place] = store(session, "open " + here());
    if (!Array.isArray(open) || !open.length) return;
    const links = previewLinks();
    for (const number of open.slice(0, 30)) if (links[number]) await togglePreview(links[number]);
    restorePlace(place);
  }

  // keys; letters are told by their place too, so that they work on a Russian keyboard

  const letters = { KeyB: "b", KeyL: "l", KeyO: "o", KeyC: "c", KeyY: "y" };

  function follow(selector) {
    const link = document.querySelector(selector);
    if (link) link.click();
  }

  function nextLanguage() {
    const tabs = [...document.querySelectorAll(".tabs a")];
    if (!tabs.length) return;
    const at = tabs.findIndex((tab) => tab.getAttribute("aria-current"));
    tabs[(at + 1) % tabs.length].click();
  }

  const keys = {
    "/": () => { box.focus(); box.select(); },
    "?": () => { location.assign("/help"); },
    b: () => { const back = document.querySelector("#trail a.back"); if (back) back.click(); else history.back(); },
    l: nextLanguage,
    o: () => openReferences(document.querySelector("[data-do=open-references]")),
    y: () => follow("[data-do=copy-text]"),
    c: () => follow("[data-do=copy-citation]"),
    ArrowLeft: () => follow(".steps a[rel=prev]"),
    ArrowRight: () => follow(".steps a[rel=next]"),
  };

  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && moveThroughHits(event, 1)) return;
    if (event.key === "ArrowUp" && moveThroughHits(event, -1)) return;
    if (event.key === "Escape") {
      const around = event.target.closest && event.target.closest(".preview");
      const link = event.target.closest && event.target.closest("a.ref[aria-expanded=true]");
      const menu = document.querySelector(".menu[open]");
      if (closeCard() || closeLaws()) event.preventDefault();
      else if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
      else if (around) closePreview(around);
      else if (link) togglePreview(link);
      else if (closePanel()) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.closest("input, textarea, select")) return;
    // the Russian layout has its slash and question mark on other keys: what is printed there counts as well
    const name = letters[event.code] || (event.code === "Slash" && event.key !== "?" && !event.shiftKey ? "/" : event.key);
    const work = keys[name] || (event.code === "Slash" && event.shiftKey ? keys["?"] : null);
    if (work) { event.preventDefault(); work(); }
  });

  // where the page begins: at the clause that was asked for

  drawTrail(takeStep());
  const how = performance.getEntriesByType("navigation")[0]?.type;
  const [keptFor, kept] = store(session, "place");
  store(session, "place", []);
  const marked = document.querySelector("#law .marked-self");
  if (how === "back_forward") reopenPreviews();
  else if (keptFor === location.pathname && kept) restorePlace(kept);
  else if (keptFor === location.pathname) scrollTo(0, 0);
  else if (marked && !location.hash) {
    const place = marked.getBoundingClientRect();
    if (place.bottom > innerHeight * 0.9) marked.scrollIntoView({ block: "center" });
  }
  lastPlace = placeNow();
  if (document.body.classList.contains("home") && box && !location.hash && matchMedia("(pointer: fine)").matches) box.focus();
})();
