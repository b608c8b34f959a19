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
      history.replaceState(history.state, "", searchAddress(false));
      document.body.classList.toggle("home", !box.value.trim());
      const hello = document.querySelector(".hello");
      if (hello) hello.hidden = Boolean(box.value.trim());
      document.body.dataset.trail = box.value.trim() ? words.searchFor.replace("{words}", () => box.value.trim()) : words.search;
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

  function rememberPlace() {
    const title = document.body.dataset.trail;
    if (!title) return;
    const trail = readTrail();
    const last = trail[trail.length - 1];
    if (last && isSearch(last.u)) trail.pop(); // one step, however often the question changed
    store(session, "trail", [...trail, { u: here(), t: title }].slice(-12));
  }

  function readTrail() {
    return store(session, "trail").filter((one) => one && typeof one.u === "string" && /^\/(?![/\\])/.test(one.u));
  }

  function takeStep() {
    const title = document.body.dataset.trail;
    if (!title) return [];
    let trail = readTrail();
    const known = trail.findIndex((one) => one.u === here() || sameClause(one.u, here()));
    if (known >= 0) trail = trail.slice(0, known);
    if (isSearch(here())) trail = []; // every search begins a new way
    store(session, "trail", [...trail, { u: here(), t: title }].slice(-12));
    return trail;
  }

  function drawTrail(trail) {
    const place = document.getElementById("trail");
    if (!trail.length) { place.hidden = true; return; }
    const last = trail[trail.length - 1];
    const back = make("a", { class: "back", href: last.u, "aria-keyshortcuts": "b" }, `← ${words.back}: ${last.t}`);
    place.replaceChildren(back);
    if (trail.length > 1) {
      place.append(make("span", null, words.from));
      trail.slice(-6, -1).forEach((one, index) => {
        if (index) place.append(make("span", { "aria-hidden": "true" }, "›"));
        place.append(make("a", { href: one.u }, one.t));
      });
    }
    place.hidden = false;
  }

  // references open in place

  function blockOf(link) { return link.closest(".law td, .law th") ? link.closest("table") : link.closest("p, table, li, q") || link; }

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
    const links = shownClause().flatMap((row) => [...row.querySelectorAll(".cell > p > a.ref:not(.ref-term), .cell > table a.ref:not(.ref-term)")]);
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

  function plainText() {
    const parts = [];
    const languages = new Set([...document.querySelectorAll("#law > .row > .cell[lang]")].map((cell) => cell.lang));
    for (const language of languages) {
      const lines = [];
      for (const row of shownClause()) {
        const cell = row.querySelector(`.cell[lang="${language}"]`);
        if (!cell) continue;
        const copy = cell.cloneNode(true);
        for (const extra of copy.querySelectorAll(".preview, [hidden]")) extra.remove();
        const address = row.querySelector(".gutter .address");
        const text = [...copy.children].map((child) => child.textContent.replace(/\s+/g, " ").trim()).filter(Boolean).join("\n");
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
    const rows = [...document.querySelectorAll(field.dataset.sieve)].map((row) => [row, row.textContent.toLowerCase().replaceAll("\u0451", "\u0435")]);
    field.form.addEventListener("submit", (event) => event.preventDefault());
    field.addEventListener("input", () => {
      const wanted = field.value.toLowerCase().replaceAll("\u0451", "\u0435").trim();
      let left = 0;
      for (const [row, text] of rows) { row.hidden = !text.includes(wanted); left += row.hidden ? 0 : 1; }
      for (const group of document.querySelectorAll(".sayings")) group.hidden = !group.querySelector(".saying:not([hidden])");
      say(String(left));
    });
  }

  // keys; letters are told by their place too, so that they work on a Russian keyboard

  const letters = { KeyB: "b", KeyL: "l", KeyO: "o", KeyC: "c" };

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
    c: () => follow("[data-do=copy-text]"),
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
      if (closeCard()) event.preventDefault();
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
  const marked = document.querySelector("#law .marked-self");
  if (marked && !location.hash && performance.getEntriesByType("navigation")[0]?.type !== "back_forward") {
    const place = marked.getBoundingClientRect();
    if (place.bottom > innerHeight * 0.9) marked.scrollIntoView({ block: "center" });
  }
  if (document.body.classList.contains("home") && box && !location.hash && matchMedia("(pointer: fine)").matches) box.focus();
})();
