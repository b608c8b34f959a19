// The offline page: languages, trail, notes at references, and a search with all forms of words.
// Without this script the page is a plain text with links; nothing here asks the network for anything.
"use strict";

(() => {
  const root = document.documentElement;
  root.classList.add("script");

  // what the reader chose, where the browser lets a file remember it
  const memory = {
    get(name) { try { return localStorage.getItem("lawsearch-" + name); } catch { return null; } },
    set(name, value) { try { localStorage.setItem("lawsearch-" + name, value); } catch { /* not here */ } },
  };
  const theme = memory.get("theme");
  if (theme) root.dataset.theme = theme;
  if (memory.get("size") === "large") root.dataset.size = "large";

  document.addEventListener("DOMContentLoaded", () => {
    const data = JSON.parse(document.getElementById("data").textContent);
    start(data);
  });

  function start(data) {
    const $ = (id) => document.getElementById(id);
    const main = $("main"), works = $("works"), results = $("results"), field = $("q"), note = $("note");
    const trailBar = $("trail");
    const acts = document.createElement("div");
    acts.className = "acts";
    // the reader's language, of those in the page, unless he has chosen one; that of who made the page is the last resort
    const spoken = [...(navigator.languages || []), navigator.language || ""].map((code) => code.toLowerCase().split("-")[0]);
    let language = [memory.get("language"), ...spoken].find((code) => data.languages.includes(code)) || data.start;
    let trail = [];
    const t = (key, values = {}) =>
      (data.ui[language][key] || key).replace(/\{(\w+)\}/g, (_, name) => values[name]);

    // languages

    function choose(view) {
      root.dataset.view = view;
      language = view === "both" ? language : view;
      root.lang = language;
      document.title = data.titles[language] || document.title;
      for (const item of document.querySelectorAll("[data-t]")) item.textContent = t(item.dataset.t);
      for (const item of document.querySelectorAll("[data-label]")) item.setAttribute("aria-label", t(item.dataset.label));
      for (const item of document.querySelectorAll("[data-view-button]"))
        item.setAttribute("aria-pressed", String(item.dataset.viewButton === view));
      field.placeholder = t("placeholder");
      for (const item of acts.children) item.textContent = t(item.dataset.t);
      if (!results.hidden) search();
    }
    const asked = memory.get("view");
    const wide = matchMedia("(min-width: 56rem)").matches;
    const views = data.languages.length > 1 ? [...data.languages, "both"] : data.languages;
    for (const item of document.querySelectorAll("[data-view-button]"))
      item.addEventListener("click", () => {
        keeping(() => {
          const view = item.dataset.viewButton;
          memory.set("view", view);
          if (data.languages.includes(view)) memory.set("language", language = view);
          choose(view);
          measureTables();
        });
      });
    choose(views.includes(asked) ? asked : wide && views.includes("both") ? "both" : language);

    // The place: a clause stays where it is on the screen while what surrounds it gets other heights. Rows near it get
    // their true height only when they are drawn, so this goes on until nothing moves, or the reader does.
    let holding = 0;
    const barBottom = () => Math.max(0, document.querySelector(".bar").getBoundingClientRect().bottom);
    function hold(row, offset, gone = 0) {
      const number = ++holding;
      let quiet = 0, frames = 0;
      const step = () => {
        if (number !== holding || !row.isConnected || works.hidden) return;
        const box = row.getBoundingClientRect();
        const off = box.top + gone * box.height - barBottom() - offset;
        if (Math.abs(off) > 1) scrollBy({ top: off, behavior: "instant" });
        quiet = Math.abs(off) > 1 ? 0 : quiet + 1;
        if (quiet < 10 && ++frames < 120) requestAnimationFrame(step);
        else if (number === holding) lastPlace = placeNow();
      };
      step();
    }
    for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"])
      addEventListener(kind, () => { holding++; }, { passive: true, capture: true });
    // the clause one has gone to if it is in sight, else the first one under the bar
    function placeNow() {
      if (!results.hidden) return null;
      const top = barBottom();
      const here = document.querySelector(".row.here");
      const at = here && here.getBoundingClientRect();
      if (at && at.bottom > top + 20 && at.top < innerHeight * 0.8) return placeOf(here, at, top);
      if (scrollY < 8) return null;
      const middle = works.getBoundingClientRect();
      for (let y = top + 6; y < innerHeight; y += 12) {
        const row = document.elementFromPoint(middle.left + Math.min(middle.width / 2, 200), y)?.closest(".row[id]");
        if (row) return placeOf(row, row.getBoundingClientRect(), top);
      }
      return null;
    }
    const placeOf = (row, box, top) => ({ row, offset: Math.max(0, box.top - top), gone: box.top < top ? (top - box.top) / box.height : 0 });
    function keeping(change) {
      const place = placeNow();
      change();
      if (place) hold(place.row, place.offset, place.gone);
    }
    let lastPlace = null, lastWidth = innerWidth, noting = false;
    addEventListener("scroll", () => {
      if (noting) return;
      noting = true;
      requestAnimationFrame(() => { noting = false; if (innerWidth === lastWidth) lastPlace = placeNow(); });
    }, { passive: true });

    // size and colours

    const large = $("large"), dark = $("dark");
    const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    const showState = () => {
      large.setAttribute("aria-pressed", String(root.dataset.size === "large"));
      dark.setAttribute("aria-pressed", String(isDark()));
      root.style.setProperty("--top", document.querySelector(".bar").offsetHeight + "px");
    };
    large.addEventListener("click", () => {
      keeping(() => {
        if (root.dataset.size) delete root.dataset.size; else root.dataset.size = "large";
        memory.set("size", root.dataset.size || "");
        showState();
        measureTables();
      });
    });
    dark.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      memory.set("theme", root.dataset.theme);
      showState();
    });
    addEventListener("resize", () => {
      showState();
      if (innerWidth === lastWidth) return;
      lastWidth = innerWidth;
      measureTables();
      if (lastPlace) hold(lastPlace.row, lastPlace.offset, lastPlace.gone);
    });
    showState();

    // tables wider than their place can be scrolled by keyboard; those that fit are no stop on the way
    function measureTables() {
      for (const sheet of works.querySelectorAll(".sheet")) {
        const wide = sheet.scrollWidth > sheet.clientWidth + 1;
        sheet.classList.toggle("is-wide", wide);
        if (wide) sheet.setAttribute("tabindex", "0"); else sheet.removeAttribute("tabindex");
      }
    }
    (window.requestIdleCallback || ((work) => setTimeout(work, 300)))(measureTables);

    const contents = $("contents"), contentsButton = $("contents-button");
    const openContents = (open) => {
      contents.classList.toggle("open", open);
      contentsButton.setAttribute("aria-expanded", String(open));
      if (open) contents.scrollIntoView({ block: "nearest" });
    };
    contentsButton.addEventListener("click", () => {
      openContents(!contents.classList.contains("open"));
      if (contents.classList.contains("open")) scrollTo(0, 0);
    });

    // what can be done with the clause one has gone to: copy it, cite it, print its law

    for (const [name, work] of [["copy", copyText], ["cite", copyCitation], ["print", () => window.print()]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.t = name;
      button.textContent = t(name);
      button.addEventListener("click", () => work(acts.closest(".row")));
      acts.append(button);
    }
    const oneLine = (item) => item.textContent.replace(/\s+/g, " ").trim();
    function plain(item) {
      const table = item.matches("table") ? item : item.querySelector("table");
      if (!table) return oneLine(item);
      return [...table.rows].map((line) => [...line.cells].map((cell) => {
        const copy = cell.cloneNode(true);
        for (const bar of copy.querySelectorAll("[hidden]")) bar.remove();
        return oneLine(copy);
      }).join("\t")).join("\n");
    }
    const numberOf = (row) => row.querySelector(":scope > .n:not(.plain)")?.textContent || "";
    function cited(row, code, kind) {
      const number = numberOf(row), work = row.closest(".work");
      const heading = row.querySelector(`:scope > .c[lang="${code}"]`)?.querySelector("h2, h3, h4, h5, h6");
      const pattern = work.getAttribute(`data-${number ? "" : "named-"}${kind}-${code}`) || "{name}";
      return pattern.replace("{name}", () => number || (heading ? oneLine(heading) : row.id));
    }
    const shownLanguages = (row) => shownCells(row).filter((cell) => !cell.querySelector(".gap")).map((cell) => cell.lang);
    function copyText(row) {
      const depth = Number(row.dataset.d);
      const rows = [row];
      for (let part = next(row); part && Number(part.dataset.d) > depth; part = next(part)) rows.push(part);
      copy(shownLanguages(row).map((code) => {
        const lines = rows.map((one) => {
          const cell = one.querySelector(`:scope > .c[lang="${code}"]`);
          const text = cell ? [...cell.children].filter((item) => !item.matches(".gap")).map(plain).filter(Boolean).join("\n") : "";
          return text && [numberOf(one), text].filter(Boolean).join(" ");
        });
        return [...lines.filter(Boolean), "\u2014 " + cited(row, code, "source")].join("\n");
      }).join("\n\n"), t("copied"));
    }
    function copyCitation(row) {
      copy(shownLanguages(row).map((code) => cited(row, code, "short")).join("\n"), t("cited_copied"));
    }
    async function copy(text, said) {
      try {
        await navigator.clipboard.writeText(text);
      } catch {  // a file is no safe place to some browsers: the old way
        const box = document.createElement("textarea");
        box.value = text;
        document.body.append(box);
        box.select();
        const done = document.execCommand("copy");
        box.remove();
        if (!done) { tell(t("nocopy")); return; }
      }
      tell(said);
    }
    let telling = 0;
    function tell(text) {
      clearTimeout(telling);
      $("toast").textContent = text;
      telling = setTimeout(() => { $("toast").textContent = ""; }, 2500);
    }

    // the law in sight is printed, or the results if they are; everything only when that is asked for
    let all = false;
    $("print-all")?.addEventListener("click", () => { all = true; window.print(); all = false; });
    addEventListener("beforeprint", () => {
      const row = all || !results.hidden ? null : document.querySelector(".row.here") || placeNow()?.row;
      const law = row && row.closest(".law");
      if (all) closeResults();
      if (!law) return;
      root.classList.add("print-one");
      law.classList.add("printed");
      law.closest(".work").classList.add("printed");
    });
    addEventListener("afterprint", () => {
      root.classList.remove("print-one");
      for (const item of document.querySelectorAll(".printed")) item.classList.remove("printed");
    });

    // going to a clause, and back

    function show(id) {
      hideNote();
      for (const row of document.querySelectorAll(".row.here")) row.classList.remove("here");
      acts.remove();
      const row = id ? document.getElementById(id) : null;
      if (!row) return false;
      closeResults();
      row.classList.add("here");
      if (row.matches(".row")) row.append(acts);
      row.tabIndex = -1;
      row.focus({ preventScroll: true });
      hold(row, 8);
      return true;
    }
    function go(id, followedFrom) {
      if (!document.getElementById(id)) return;
      if (followedFrom) {
        if (trail[trail.length - 1] !== followedFrom) trail = [...trail, followedFrom];
        // back leads to the clause that was left
        history.replaceState({ trail }, "", "#" + followedFrom);
        trail = [...trail, id].slice(-30);
      } else {
        history.replaceState({ ...history.state, trail, query: results.hidden ? "" : field.value }, "");
        trail = [id];
      }
      history.pushState({ trail }, "", "#" + id);
      showTrail();  // first: it makes the bar higher
      show(id);
    }
    function showTrail() {
      trailBar.hidden = trail.length < 2;
      const list = trailBar.querySelector("ol");
      list.replaceChildren(...trail.map((id, number) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = "#" + id;
        link.textContent = nameOf(id);
        const steps = number - trail.length + 1;
        if (steps === 0) link.setAttribute("aria-current", "page");
        link.dataset.steps = steps;
        item.append(link);
        return item;
      }));
      list.scrollLeft = list.scrollWidth;
      showState();
    }
    function nameOf(id) {
      const row = document.getElementById(id), number = row?.querySelector(".n");
      if (number && number.textContent !== "#") return number.textContent;
      const heading = row && shownCells(row)[0]?.querySelector("h2, h3, h4, h5, h6");
      const name = heading ? heading.textContent.split(" (")[0].replace(/[.:]$/, "") : id;
      return name.length > 28 ? name.slice(0, 27) + "…" : name;
    }
    $("back").addEventListener("click", () => history.back());
    addEventListener("popstate", (event) => {
      trail = event.state?.trail || [];
      const id = decodeURIComponent(location.hash.slice(1));
      showTrail();
      if (event.state?.query) {
        field.value = event.state.query;
        search();
      } else if (!show(id)) closeResults();
    });
    document.addEventListener("click", (event) => {
      const link = event.target.closest('a[href^="#"]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) {
        if (!event.target.closest(".note")) hideNote();
        return;
      }
      const id = decodeURIComponent(link.getAttribute("href").slice(1));
      if (link.classList.contains("skip")) return;
      event.preventDefault();
      if (link.dataset.steps) {
        const steps = Number(link.dataset.steps);
        if (steps) history.go(steps);
        return;
      }
      if (link.matches(".c .ref") && touched(event) && noteOf !== link) {
        showNote(link);
        return;
      }
      const inside = link.closest(".note") ? noteOf : link;
      const from = link.matches(".ref, .back a, .note a") ? inside.closest(".row")?.id : null;
      openContents(false);
      go(id, from);
    });
    const touched = (event) => event.pointerType ? event.pointerType === "touch" : matchMedia("(hover: none)").matches;

    // what a reference says, beside it

    let noteOf = null, timer = 0;
    function showNote(link) {
      const row = document.getElementById(decodeURIComponent(link.getAttribute("href").slice(1)));
      if (!row) return;
      clearTimeout(timer);
      hideNote();
      noteOf = link;
      link.setAttribute("aria-describedby", "note-text");
      const open = document.createElement("a");
      open.className = "go";
      open.href = link.getAttribute("href");
      open.textContent = `${nameOf(row.id)} →`;
      const text = document.createElement("div");
      text.id = "note-text";
      for (const cell of shownCells(row)) text.append(copied(cell));
      if (!text.querySelector("p, table")) {
        // a heading alone: the first of what stands below it
        const depth = Number(row.dataset.d);
        for (let part = next(row); part && Number(part.dataset.d) > depth && text.textContent.length < 700; part = next(part)) {
          const line = document.createElement("div");
          line.className = "part";
          const number = part.querySelector(".n")?.cloneNode(true) || document.createElement("span");
          const side = document.createElement("div");
          side.append(...shownCells(part).map(copied));
          line.append(number, side);
          text.append(line);
        }
      }
      note.style.maxHeight = "";
      note.replaceChildren(open, text);
      note.hidden = false;
      const place = link.getClientRects()[0] || link.getBoundingClientRect();
      const left = Math.min(place.left + scrollX, scrollX + document.documentElement.clientWidth - note.offsetWidth - 12);
      note.style.left = Math.max(8, left) + "px";
      const under = innerHeight - place.bottom - 14, over = place.top - document.querySelector(".bar").offsetHeight - 14;
      const below = under >= Math.min(note.scrollHeight, 260) || under >= over;
      note.style.maxHeight = Math.max(120, Math.min(innerHeight * 0.6, below ? under : over)) + "px";
      note.style.top = scrollY + (below ? place.bottom + 6 : place.top - note.offsetHeight - 6) + "px";
    }
    const shownCells = (row) => [...row.querySelectorAll(":scope > .c")].filter((cell) => getComputedStyle(cell).display !== "none");
    function next(row) {
      if (row.nextElementSibling) return row.nextElementSibling;
      const section = row.parentElement.nextElementSibling;
      return section && section.querySelector(".row");
    }
    function copied(cell) {
      const copy = cell.cloneNode(true);
      for (const heading of copy.querySelectorAll("h2, h3, h4, h5, h6")) {
        const strong = document.createElement("h3");
        strong.append(...heading.childNodes);
        heading.replaceWith(strong);
      }
      return copy;
    }
    function hideNote() {
      clearTimeout(timer);
      if (noteOf) noteOf.removeAttribute("aria-describedby");
      noteOf = null;
      note.hidden = true;
    }
    const later = (work, delay) => { clearTimeout(timer); timer = setTimeout(work, delay); };
    document.addEventListener("mouseover", (event) => {
      const link = event.target.closest(".c a.ref");
      if (link && link !== noteOf && !link.closest(".note") && matchMedia("(hover: hover)").matches) later(() => showNote(link), 250);
      else if (event.target.closest(".note")) clearTimeout(timer);
      else if (!link && noteOf && noteOf !== document.activeElement) later(hideNote, 300);
      else if (!link && !noteOf) clearTimeout(timer);
    });
    document.addEventListener("focusin", (event) => {
      const link = event.target.closest?.(".c a.ref");
      if (link && link.matches(":focus-visible") && !link.closest(".note")) showNote(link);
      else if (!event.target.closest?.(".note")) hideNote();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        if (!note.hidden) hideNote();
        else if (document.activeElement === field || !results.hidden) { field.value = ""; closeResults(); }
      } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !results.hidden) {
        const links = [...results.querySelectorAll("li > a")], at = links.indexOf(document.activeElement);
        if (at < 0 && document.activeElement !== field) return;
        const next = at + (event.key === "ArrowDown" ? 1 : -1);
        event.preventDefault();
        if (next < 0) field.focus();
        else if (next < links.length) links[next].focus();
      } else if (event.key === "/" && !event.target.matches("input") && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        field.focus();
        field.select();
      }
    });

    // searching

    let engine = null;
    const ready = () => (engine ||= unpacked("words").then((words) => new Engine({ ...data, ...words }, works)));
    (window.requestIdleCallback || ((work) => setTimeout(work, 300)))(ready, { timeout: 4000 });

    let waiting = 0;
    field.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(search, 90); });
    $("search").addEventListener("submit", async (event) => {
      event.preventDefault();
      clearTimeout(waiting);
      await search();
      const found = results.querySelector("li a");
      const named = (await ready()).named(field.value);
      if (named && named.length === 1 && named[0].ids.length) go(named[0].ids[0]);
      else if (found) found.focus();
    });

    function closeResults() {
      results.hidden = true;
      works.hidden = false;
    }
    async function search() {
      const made = await ready();  // what is in the field by then is asked
      const query = field.value.trim();
      if (!query) { closeResults(); return; }
      hideNote();
      const answer = made.search(query);
      works.hidden = true;
      results.hidden = false;
      if (scrollY) scrollTo(0, 0);
      const status = $("status");
      const sentences = [];
      if (answer.missing) sentences.push(["nosuch", answer.missing]);
      if (answer.number) sentences.push(["number", answer.number]);
      if (answer.hits.length > (answer.near || 0)) sentences.push(["found", null]);
      else if (!answer.near) sentences.push(["nothing", null]);
      if (answer.readAs) sentences.push(["readas", answer.readAs]);
      if (made.isPlain) sentences.push(["old", null]);
      status.replaceChildren(...sentences.flatMap(([key, text]) => [...said(key, { text, n: answer.total }), " "]));
      $("hits").replaceChildren(...answer.hits.map((hit) => drawn(hit)));
    }
    // a sentence of the page around words that have a language of their own
    function said(key, values) {
      return (data.ui[language][key] || key).split(/(\{\w+\})/).filter(Boolean).map((piece) => {
        const value = /^\{\w+\}$/.test(piece) ? values[piece.slice(1, -1)] : undefined;
        if (value === undefined || value === null) return piece;
        if (typeof value === "number") return String(value);
        const words = document.createElement("span");
        words.lang = /[\u0400-\u04ff]/.test(value) ? "ru" : "en";
        words.textContent = value;
        return words;
      });
    }
    function drawn(hit) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = "#" + hit.row.id;
      const number = document.createElement("span");
      number.className = "n";
      number.textContent = hit.row.querySelector(".n:not(.plain)")?.textContent || "";
      const title = document.createElement("span");
      title.className = "t";
      title.lang = hit.cell.language;
      title.append(...marked(hit.title, hit.words));
      const work = document.createElement("span");
      work.className = "w";
      work.lang = hit.cell.language;
      work.textContent = hit.work;
      const text = document.createElement("p");
      text.lang = hit.cell.language;
      text.append(...marked(passage(hit.cell.text, hit.words), hit.words));
      if (number.textContent) link.append(number);
      link.append(title, work, text, ...leads(hit.row, hit.cell));
      for (const [key, values] of hit.reasons || []) {
        const reason = document.createElement("span");
        reason.className = "reason";
        reason.append(...said(key, values));
        link.append(reason);
      }
      item.append(link);
      return item;
    }
    // the clauses right below one that only leads in to them, in the order of the law: number and first words of each
    function leads(row, cell) {
      if (cell.text.length > 120 && !cell.text.trimEnd().endsWith(":")) return [];
      const lines = [], depth = Number(row.dataset.d);
      let below = depth + 1;
      for (let part = next(row); part && Number(part.dataset.d) > depth; part = next(part)) {
        const number = part.querySelector(".n:not(.plain)")?.textContent, box = part.querySelector(`:scope > .c[lang="${cell.language}"]`);
        if (!lines.length) below = Number(part.dataset.d);
        if (Number(part.dataset.d) !== below || !number || !box) continue;
        const words = (box.querySelector("h1, h2, h3, h4, h5, h6") || box).textContent.trim();
        const line = document.createElement("span"), name = document.createElement("b");
        line.className = "lead";
        line.lang = cell.language;
        name.textContent = number;
        line.append(name, " ", words.length < 90 ? words : words.slice(0, words.lastIndexOf(" ", 90)).replace(/[ ,;:.\u2014\u2013(]+$/, "") + "\u2026");
        lines.push(line);
      }
      return lines;
    }
    function passage(text, isFound) {
      if (text.length <= 260) return text;
      const first = [...tokens(text)].find((token) => isFound(token.form));
      let from = first ? Math.max(0, first.start - 90) : 0;
      if (from) from = text.indexOf(" ", from) + 1;
      let to = Math.min(text.length, from + 250);
      if (to < text.length) to = Math.max(text.lastIndexOf(" ", to), first ? first.stop : 0);
      return (from ? "… " : "") + text.slice(from, to) + (to < text.length ? " …" : "");
    }
    function marked(text, isFound) {
      const parts = [];
      let position = 0;
      for (const token of tokens(text)) {
        if (!isFound(token.form)) continue;
        const mark = document.createElement("mark");
        mark.textContent = text.slice(token.start, token.stop);
        parts.push(text.slice(position, token.start), mark);
        position = token.stop;
      }
      parts.push(text.slice(position));
      return parts;
    }

    // a link from elsewhere
    const first = decodeURIComponent(location.hash.slice(1));
    if (first && document.getElementById(first)) {
      trail = history.state?.trail || [first];
      history.replaceState({ trail }, "");
      showTrail();
      show(first);
    }
    addEventListener("hashchange", () => {
      const id = decodeURIComponent(location.hash.slice(1));
      if (trail[trail.length - 1] !== id && document.getElementById(id)) { trail = [id]; history.replaceState({ trail }, ""); showTrail(); show(id); }
    });
  }

  // The words and their forms travel packed (zlib, base64): half of the page otherwise. A browser that cannot unpack
  // them searches the words as they are printed.
  async function unpacked(id) {
    try {
      const packed = Uint8Array.from(atob(document.getElementById(id).textContent), (char) => char.charCodeAt(0));
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
      return JSON.parse(await new Response(stream).text());
    } catch {
      return { isPlain: true, paradigms: "", lexemes: "", situations: { words: "", said: {} } };
    }
  }

  // words

  const TOKEN = new RegExp(
    "[\u2660\u2665\u2666\u2663]" +
    "|\\d{1,3}[A-H\u0410\u0412\u0421\u0415]\\d{0,2}(?:\\([a-z\u0430-\u044f]{1,4}\\))*(?![\\p{L}\\p{N}_])" +
    "|\\d+(?:\\.\\d+)+" +
    "|[\\p{L}\\p{N}]+(?:[\u00ad\u0300-\u036f'\u2019]+[\\p{L}\\p{N}]+)*[\u00ad\u0300-\u036f]*", "gu");
  const LOOK_ALIKES = { "\u0430": "a", "\u0432": "b", "\u0441": "c", "\u0435": "e" };
  const fold = (text) => text.normalize("NFC").replace(/[\u00ad\u0300-\u036f]/g, "").toLowerCase()
    .replace(/\u0451/g, "\u0435").replace(/\u2019/g, "'");
  // the law under whose number a clause stands: of 50B and notes-2017:50.2 it is 50; of a definition, itself
  const lawOf = (id) => /^(?:[a-z0-9-]+:)?(\d+)/.exec(id)?.[1] ?? id;
  const latin = (text) => text.replace(/[\u0430\u0432\u0441\u0435]/g, (letter) => LOOK_ALIKES[letter]);

  function* tokens(text) {
    for (const match of text.matchAll(TOKEN)) {
      let form = fold(match[0]);
      if (/^\d/.test(form) && !/^\d+$/.test(form)) form = latin(form);
      yield { form, start: match.index, stop: match.index + match[0].length };
    }
  }

  // An English form without its ending, so that forms which no text prints meet those that one does.
  function crude(form) {
    let stem = form.replace(/'s?$/, "");
    if (stem.length < 4) return stem;
    stem = stem.replace(/(?:i(?:es|ed)|y)$/, "i").replace(/(?:ingly|edly|ings?|ed|e?rs?|es|ly|s|e)$/, "");
    if (stem.length > 3) stem = stem.replace(/([bdfglmnprtz])\1$/, "$1").replace(/e$/, "");
    return stem;
  }

  // A letter too many, too few, changed, or two swapped: at most `limit` of them.
  function near(one, other, limit) {
    if (Math.abs(one.length - other.length) > limit) return false;
    let before = null, last = Array.from({ length: other.length + 1 }, (_, index) => index);
    for (let row = 1; row <= one.length; row++) {
      const line = [row];
      let least = row;
      for (let column = 1; column <= other.length; column++) {
        let cost = Math.min(last[column] + 1, line[column - 1] + 1, last[column - 1] + (one[row - 1] !== other[column - 1]));
        if (before && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) cost = Math.min(cost, before[column - 2] + 1);
        line.push(cost);
        least = Math.min(least, cost);
      }
      if (least > limit) return false;
      before = last;
      last = line;
    }
    return last[other.length] <= limit;
  }

  // How alike two texts are, 0 to 1: twice the longest row of letters that they share in order, of all letters.
  function alike(one, other) {
    let row = new Array(other.length + 1).fill(0);
    for (const letter of one) {
      let corner = 0;
      for (let index = 1; index <= other.length; index++) {
        const above = row[index];
        row[index] = letter === other[index - 1] ? corner + 1 : Math.max(row[index], row[index - 1]);
        corner = above;
      }
    }
    return (2 * row[other.length]) / (one.length + other.length);
  }

  // Ranking: BM25F over heading, text, headings above and concepts; and what players say, where it is like the query.
  const HEADING = 0, TEXT = 1, CONTEXT = 2, CONCEPT = 3, FIELDS = 4;
  const WEIGHT = [3, 1, 0.6, 0.6], SLOPE = [0.4, 0.6, 0.5, 0.6];
  const SAID = 3.0, SAID_NEXT = 0.8, TOLD = 4.5, TOLD_SATURATION = 4, TOLD_SLOPE = 0.5, WEAK = 0.4, REPEATED = 0.9;
  const SATURATION = 1.2, EXACT = 0.12, ADJACENT = 0.35, WHOLE_HEADING = 0.5, COVERAGE = 1.5;
  const COMMENTARY = 0.85, KINDS = { law: 1.2, unplaced: 0.7 }, SHOWN = 60, LOOKED_AT = 300, MAX_POSTINGS = 24, ALIKE = 0.45, ASKED_FOR = 4.5;

  class Engine {
    constructor(data, works) {
      this.data = data;
      this.isPlain = Boolean(data.isPlain);
      this.forms = new Map();   // printed or possible form → numbers of its normal forms
      this.crude = new Map();
      this.asks = data.asks.map((pattern) => new RegExp(pattern, "u"));
      this.signs = data.signs.map((pattern) => new RegExp(pattern, "gu"));
      this.fillers = new Set(data.fillers);
      this.weak = new Set(data.weak);  // words that ask and join
      this.readForms();
      this.cells = [];
      this.postings = Array.from({ length: FIELDS }, () => new Map());
      this.printed = new Map();
      this.lengths = Array.from({ length: FIELDS }, () => []);
      this.names = this.readTerms();
      this.readCells(works);
      this.readSituations();
      this.average = this.lengths.map((all) => Math.max(1, all.reduce((sum, length) => sum + length, 0) / Math.max(1, this.cells.length)));
      this.known = [...this.forms.keys()].sort();
    }

    // forms: "stem,paradigm" for each normal form; a paradigm is a list of endings
    readForms() {
      const paradigms = this.data.paradigms.split("|").map((endings) => endings.split(","));
      this.count = 0;
      for (const lexeme of this.data.lexemes ? this.data.lexemes.split("|") : []) {
        const [stem, paradigm] = lexeme.split(",");
        const number = this.count++;
        for (const ending of paradigms[paradigm]) this.learn(stem + ending, number);
      }
    }
    learn(form, number) {
      const found = this.forms.get(form);
      if (!found) this.forms.set(form, [number]);
      else if (!found.includes(number)) found.push(number);
      if (/^[a-z]/.test(form)) {
        const stem = crude(form);
        const stems = this.crude.get(stem);
        if (!stems) this.crude.set(stem, [number]);
        else if (!stems.includes(number)) stems.push(number);
      }
    }
    normal(form) {  // of a word of the texts
      let found = this.forms.get(form);
      if (!found) {
        found = [this.count++];
        this.learn(form, found[0]);
      }
      return found;
    }
    asked(form) {  // of a word of a query; empty if no text has a form of it
      return this.forms.get(form) || (/^[a-z]/.test(form) && this.crude.get(crude(form))) || [];
    }

    readTerms() {
      const byFirst = new Map();
      this.data.terms.forEach((names, concept) => {
        for (const name of names) {
          const words = [...tokens(name)].map((token) => this.normal(token.form));
          if (!words.length) continue;
          for (const first of words[0]) {
            if (!byFirst.has(first)) byFirst.set(first, []);
            byFirst.get(first).push({ words, concept });
          }
        }
      });
      for (const candidates of byFirst.values()) candidates.sort((a, b) => b.words.length - a.words.length);
      return byFirst;
    }
    nameAt(words, position, longest = Infinity) {
      for (const number of words[position])
        for (const name of this.names.get(number) || [])
          if (name.words.length <= longest && name.words.every((word, step) =>
            (words[position + step] || []).some((found) => word.includes(found)))) return name;
      return null;
    }
    concepts(words) {  // [first word, word after the last, concept]
      const found = [];
      for (let position = 0; position < words.length;) {
        const name = this.nameAt(words, position);
        if (!name) { position++; continue; }
        const stop = position + name.words.length;
        found.push([position, stop, name.concept]);
        if (name.words.length > 1)
          for (let place = position; place < stop; place++) {
            const part = this.nameAt(words, place, 1);
            if (part) found.push([place, place + 1, part.concept]);
          }
        position = stop;
      }
      return found;
    }

    readCells(works) {
      const contexts = new Map();
      for (const work of works.querySelectorAll(".work")) {
        const above = {};
        for (const row of work.querySelectorAll(".row[id]")) {
          const depth = Number(row.dataset.d);
          for (const box of row.querySelectorAll(":scope > .c")) {
            const head = box.querySelector("h1, h2, h3, h4, h5, h6");
            const heading = head ? head.textContent : "";
            const text = [...box.children].filter((item) => item !== head && !item.classList.contains("gap"))
              .map((item) => item.tagName === "TABLE" ? [...item.rows].map((line) => line.textContent).join("\n") : item.textContent).join("\n");
            const headings = (above[box.lang] ||= []);
            headings.length = Math.min(headings.length, depth);
            while (headings.length < depth) headings.push("");
            const context = headings.join(" ").trim();
            const title = heading || headings.findLast?.((one) => one) || "";
            headings[depth] = row.dataset.k === "chapter" ? "" : heading;
            if (!heading && !text) continue;
            const number = this.cells.length;
            this.cells.push({ row, language: box.lang, text, title, work: work.dataset[box.lang], laws: work.dataset.role === "laws", kind: row.dataset.k, law: lawOf(row.id) });
            if (!contexts.has(context)) contexts.set(context, [...tokens(context)].map((token) => this.normal(token.form)));
            this.put(number, HEADING, heading);
            this.put(number, TEXT, text);
            this.putWords(number, CONTEXT, contexts.get(context));
          }
        }
      }
    }
    // What players say: the words of each saying, and the clauses that answer it, the first to read first. Sayings are
    // rows of the numbers of words, by the clauses; each word is looked up once.
    readSituations() {
      const printed = this.data.situations.words.split(" ");
      const known = printed.map((word) => [...tokens(word)].map((token) => this.normal(token.form)));
      this.printedWords = printed;
      this.situations = [];
      this.told = new Map();  // how many situations there are of each law
      this.saidBy = new Map();
      const note = (key, number) => {
        const list = this.saidBy.get(key);
        if (!list) this.saidBy.set(key, [number]);
        else if (list[list.length - 1] !== number) list.push(number);
      };
      for (const [names, rows] of Object.entries(this.data.situations.said)) {
        const ids = names.split(",");
        const law = lawOf(ids[0]);
        for (const row of rows.split("|")) {
          const words = [...new Set(row.split(" ").flatMap((code) => known[parseInt(code, 36)]))];
          const number = this.situations.length;
          this.situations.push({ ids, size: words.length, row, law });
          this.told.set(law, (this.told.get(law) || 0) + 1);
          for (const numbers of words) for (const one of numbers) note(one, number);
          for (const [, , concept] of this.concepts(words)) note("c" + concept, number);
        }
      }
      this.cellsOf = new Map();
      this.cells.forEach((cell, number) => {
        if (!this.cellsOf.has(cell.row.id)) this.cellsOf.set(cell.row.id, []);
        this.cellsOf.get(cell.row.id).push(number);
      });
      // the numbers of clauses without the name of their work
      this.idsOf = new Map();
      for (const id of this.cellsOf.keys()) {
        const name = id.replace(/^[a-z0-9]+(?:-[a-z0-9]+)*-(?:\d{4}|undated):/, "");
        if (!this.idsOf.has(name)) this.idsOf.set(name, []);
        this.idsOf.get(name).push(id);
      }
      this.pairs = [...new Set(this.data.terms.flat().map((name) => fold(name)))].filter((name) => name.split(" ").length === 2);
    }
    weight(group) { return this.weak.has(group.form) ? WEAK : 1; }
    // clauses (by id) that answer what is most like the query, each with a share of 1 and what players say; and what
    // all that players say of a law has of the query, by law, a share of 1
    answered(groups) {
      const found = new Map(), laws = new Map(), total = this.situations.length;
      const usual = total / (this.told.size || 1);
      let sum = 0;
      for (const group of groups) {
        const holders = new Map();
        for (const concept of group.concepts) for (const number of this.saidBy.get("c" + concept) || []) holders.set(number, 0.6);
        for (const one of group.numbers) for (const number of this.saidBy.get(one) || []) holders.set(number, 1);
        const idf = Math.log(1 + (total - holders.size + 0.5) / (holders.size + 0.5)) * this.weight(group);
        sum += idf;
        const spoken = new Map();
        for (const [number, share] of holders) {
          const law = this.situations[number].law;
          spoken.set(law, (spoken.get(law) || 0) + share);
          const before = found.get(number) || { idf: 0, count: 0 };
          found.set(number, { idf: before.idf + share * idf, count: before.count + share });
        }
        for (const [law, count] of spoken) {
          const often = count / (1 - TOLD_SLOPE + TOLD_SLOPE * this.told.get(law) / usual);
          laws.set(law, (laws.get(law) || 0) + idf * often / (often + TOLD_SATURATION));
        }
      }
      for (const [law, told] of laws) laws.set(law, told / sum);
      const best = new Map();
      for (const [number, { idf, count }] of found) {
        const { ids, size } = this.situations[number];
        const score = (idf / sum) ** 1.5 * Math.min(1, count / size) ** 0.3;
        ids.forEach((id, place) => {
          const share = score * SAID_NEXT ** place;
          if (share > (best.get(id)?.share || 0)) best.set(id, { share, row: number });
        });
      }
      return { best, laws };
    }
    // a saying as it was written
    saying(number) {
      return this.situations[number].row.split(" ").map((code) => this.printedWords[parseInt(code, 36)]).join(" ");
    }
    put(cell, place, text) {
      const words = [];
      for (const token of tokens(text)) {
        words.push(this.normal(token.form));
        if (place <= TEXT) {
          const holders = this.printed.get(token.form);
          if (!holders) this.printed.set(token.form, [cell]);
          else if (holders[holders.length - 1] !== cell) holders.push(cell);
        }
      }
      this.putWords(cell, place, words);
      if (place <= TEXT) {
        const named = this.concepts(words);
        this.lengths[CONCEPT][cell] = (this.lengths[CONCEPT][cell] || 0) + named.length;
        for (const [, , concept] of named) this.post(CONCEPT, concept, cell, 0);
      }
    }
    putWords(cell, place, words) {
      this.lengths[place][cell] = words.reduce((sum, numbers) => sum + numbers.length, 0);
      words.forEach((numbers, position) => { for (const number of numbers) this.post(place, number, cell, position); });
    }
    post(place, number, cell, position) {
      const list = this.postings[place].get(number);
      if (list) list.push(cell, position);
      else this.postings[place].set(number, [cell, position]);
    }

    // A query's words; what is not known is completed, or mended, or read in the other layout of the keyboard.
    read(query) {
      const parts = [];
      for (const match of query.matchAll(/(?<sign>(?<!\S)[+-])?(?:["\u00ab\u201c\u201e](?<phrase>[^"\u00ab\u00bb\u201c\u201d\u201e]*)["\u00bb\u201d\u201c]?|(?<word>[^\s"\u00ab\u00bb\u201c\u201d\u201e]+))/g)) {
        const { sign, phrase, word } = match.groups;
        const forms = [...tokens(phrase ?? word)].map((token) => token.form);
        if (!forms.length) continue;
        const groups = phrase !== undefined || sign === "-" ? [forms] : forms.map((form) => [form]);
        for (const group of groups)
          parts.push({ forms: group, required: sign === "+" || (group.length > 1 && sign !== "-"), excluded: sign === "-" });
      }
      if (parts.length && parts.every((part) => part.excluded)) for (const part of parts) part.excluded = false;
      return parts.slice(0, 32);
    }
    isKnown(form) { return this.asked(form).length > 0; }

    search(query) {
      const named = this.named(query);
      const missing = named ? named.filter((one) => !one.ids.length) : [];
      if (named && !missing.length) {
        const list = [...new Set(named.flatMap((one) => one.ids))].map((id) => this.hitOf(id)).filter(Boolean);
        return { hits: list.slice(0, SHOWN), total: list.length, number: named.map((one) => one.name).join(", ") };
      }
      const near = named ? [...new Set(named.flatMap((one) => (one.ids.length ? one.ids : one.near)))].map((id) => this.hitOf(id)).filter(Boolean) : [];
      const mended = named ? null : this.mend(query);
      this.term = this.asksFor(mended || query);
      const parts = this.read(this.term || mended || query);
      const last = parts.flatMap((part) => part.forms).pop();
      const groups = [];
      const words = [];
      for (const part of parts) {
        part.numbers = part.forms.map((form) => {
          const numbers = this.asked(form);
          return !numbers.length && form === last ? this.completed(form) : numbers;
        });
        if (part.excluded) continue;
        part.forms.forEach((form, index) => {
          if (!groups.some((group) => group.form === form)) {
            groups.push({ form, numbers: part.numbers[index], scores: new Map(), given: new Map(), positions: new Map() });
            words.push(part.numbers[index]);
          }
        });
      }
      const hits = this.rank(parts, groups, this.concepts(words));
      const found = new Set(groups.flatMap((group) => group.numbers));
      const spelled = new Set(groups.map((group) => group.form));
      const isFound = (form) => spelled.has(form) || (this.forms.get(form) || []).some((number) => found.has(number));
      const shown = near.filter((hit) => hit.row);
      const list = hits.filter((hit) => !shown.some((one) => one.row === hit.cell.row)).slice(0, SHOWN)
        .map((hit) => ({ ...hit, title: hit.cell.title, work: hit.cell.work, row: hit.cell.row, words: isFound, reasons: this.reasons(hit, groups) }));
      return {
        hits: [...shown, ...list], total: hits.length, readAs: mended, near: shown.length,
        missing: missing.map((one) => one.name).join(", "),
      };
    }
    // the term that a question asks the meaning of, or null
    asksFor(query) {
      const folded = fold(query.trim()).replace(/[?!.\s]+$/, "");
      for (const pattern of this.asks) {
        const match = pattern.exec(folded);
        if (match) return this.unfilled(match.groups.term) || match.groups.term;
      }
      // a sign that it asks for a meaning, and all else that it names are terms
      for (const sign of this.signs) {
        const left = folded.replace(sign, " ");
        if (left === folded) continue;
        const words = [...tokens(this.unfilled(left))].map((token) => token.form).filter((form) => !this.weak.has(form));
        const covered = new Set();
        for (const [first, stop] of this.concepts(words.map((form) => this.asked(form))))
          for (let place = first; place < stop; place++) covered.add(place);
        return words.length && covered.size === words.length ? words.join(" ") : null;
      }
      return null;
    }
    // the words of a question but for those that only fill it
    unfilled(text) { return [...tokens(text)].map((token) => token.form).filter((form) => !this.fillers.has(form)).join(" "); }
    // a clause that was named, in the language that is read
    hitOf(id) {
      const numbers = this.cellsOf.get(id) || [];
      const number = numbers.find((one) => this.cells[one].language === document.documentElement.lang) ?? numbers[0];
      if (number === undefined) return null;
      const cell = this.cells[number];
      return { cell, row: cell.row, title: cell.title, work: cell.work, words: () => false };
    }
    // why a hit was found, where its words do not show it: another name of the thing, or what players say
    reasons(hit, groups) {
      const found = [], { cell } = hit;
      const absent = groups.filter((group) => !this.weak.has(group.form) && !group.positions.has(hit.number * 8 + TEXT) && !group.positions.has(hit.number * 8 + HEADING));
      if (!absent.length) return found;
      const list = [...tokens(`${cell.text}`)];
      const names = this.concepts(list.map((token) => this.forms.get(token.form) || []));
      for (const concept of new Set(absent.flatMap((group) => group.concepts))) {
        const name = names.find(([, , other]) => other === concept);
        if (!name || found.length === 2) continue;
        const words = groups.filter((group) => group.concepts.includes(concept)).map((group) => group.form).join(" ");
        found.push(["term", { words, text: cell.text.slice(list[name[0]].start, list[name[1] - 1].stop) }]);
      }
      if (hit.saying) found.push(["situation", { text: hit.saying }]);
      return found;
    }

    // What was probably meant by a query with words that no text knows, or null: another layout of the keyboard, two
    // words that are one, Russian in Latin letters, one word that is two, a slip. Only readings of known words count.
    mend(query) {
      const loose = [...tokens(query.replace(/["\u00ab\u201c\u201e][^"\u00bb\u201d\u201c]*["\u00bb\u201d\u201c]/g, (quoted) => " ".repeat(quoted.length)))];
      const last = loose[loose.length - 1];
      const isKnown = (form) => form.length < 2 || !/^\p{L}/u.test(form) || this.weak.has(form) || this.isKnown(form);
      const unknown = loose.filter((token) => !isKnown(token.form) && !(token === last && this.completed(token.form).length)).slice(0, 12);
      if (!unknown.length) return null;
      for (const way of [this.relaid, this.joined, this.inCyrillic, this.parted]) {
        const changes = way.call(this, query, loose, unknown, isKnown);
        if (!changes.length) continue;
        const text = this.applied(query, changes);
        if (way !== this.relaid) return text;
        const again = [...tokens(text)], rest = again.filter((token) => !isKnown(token.form));
        return rest.length ? this.applied(text, this.respelled(again, rest)) : text;
      }
      const changes = this.respelled(loose, unknown);
      return changes.length ? this.applied(query, changes) : null;
    }
    applied(text, changes) {
      for (const [start, stop, word] of [...changes].sort((a, b) => b[0] - a[0])) text = text.slice(0, start) + word + text.slice(stop);
      return text;
    }
    relaid(query, loose, unknown, isKnown) {
      const changes = [];
      let explained = false;
      for (const match of query.matchAll(/\S+/g)) {
        const start = match.index, stop = start + match[0].length;
        const inside = loose.filter((token) => start <= token.start && token.start < stop);
        if (!inside.length) continue;
        const strange = inside.some((token) => unknown.includes(token)), short = inside.every((token) => token.form.length < 3);
        let told = false;
        for (const chunk of new Set([match[0], match[0].replace(/[,.;:?!]+$/, "")])) {
          const other = this.otherLayout(chunk), forms = [...tokens(other)].map((token) => token.form);
          const fits = forms.length && other !== chunk && forms.every((form) => /^\p{L}+$/u.test(form));
          if (fits && forms.every(isKnown)) explained ||= strange && Math.max(...forms.map((form) => form.length)) > 2;
          else if (short || !fits || !strange) continue;
          if (short || strange) { changes.push([start, start + chunk.length, other]); told = true; break; }
        }
        if (!told && strange) return [];
      }
      return explained ? changes : [];
    }
    joined(query, loose, unknown) {
      const changes = [];
      for (let index = 1; index < loose.length; index++) {
        const left = loose[index - 1], right = loose[index];
        if (![" ", "-"].includes(query.slice(left.stop, right.start)) || !(unknown.includes(left) || unknown.includes(right))) continue;
        if (changes.some(([, stop]) => stop > left.start)) continue;
        if (this.isKnown(left.form + right.form)) changes.push([left.start, right.stop, left.form + right.form]);
      }
      return changes;
    }
    inCyrillic(query, loose, unknown) {
      const changes = [];
      let explained = false;
      for (const token of loose) {
        if (!/^[a-z']+$/.test(token.form) || (!unknown.includes(token) && token.form.length > 2)) continue;
        const readings = this.readings(token.form).filter((form) => this.isKnown(form) || this.weak.has(form));
        if (!readings.length) continue;
        const often = (form) => this.printed.get(form)?.length || 0;
        const best = readings.reduce((one, other) => (often(other) > often(one) ? other : one));
        changes.push([token.start, token.stop, best]);
        explained ||= unknown.includes(token);
      }
      return explained ? changes : [];
    }
    readings(form) {
      const partial = new Map([[0, [""]]]);
      for (let position = 0; position < form.length; position++) {
        for (const before of partial.get(position) || [])
          for (const length of [4, 3, 2, 1]) {
            if (position + length > form.length) continue;
            for (const letters of this.data.readings[form.slice(position, position + length)] || []) {
              if (!partial.has(position + length)) partial.set(position + length, []);
              const row = partial.get(position + length);
              if (row.length < 400) row.push(before + letters);
            }
          }
        partial.delete(position);
      }
      return [...new Set(partial.get(form.length) || [])];
    }
    parted(query, loose, unknown) {
      const changes = [];
      const isPart = (form) => (form.length > 2 && this.isKnown(form)) || (form.length === 2 && this.weak.has(form));
      for (const token of unknown) {
        let best = null;
        for (let place = 2; place < token.form.length - 1; place++) {
          const pair = [token.form.slice(0, place), token.form.slice(place)];
          if (!pair.every(isPart)) continue;
          if (!best || Math.min(...pair.map((one) => one.length)) > Math.min(...best.map((one) => one.length))) best = pair;
        }
        if (best && Math.max(...best.map((one) => one.length)) > 3) changes.push([token.start, token.stop, best.join(" ")]);
      }
      return changes;
    }
    respelled(loose, unknown) {
      const changes = [];
      for (const token of unknown) {
        const mended = this.mended(token.form);
        if (mended) { changes.push([token.start, token.stop, mended]); continue; }
        const name = this.nearName(loose, token);
        if (name) changes.push(name);
        else if (/^[a-z']+$/.test(token.form)) {
          const near = this.mended(this.readings(token.form)[0] || "");
          if (near) changes.push([token.start, token.stop, near]);
        }
      }
      return changes;
    }
    // the name of a concept that an unknown word and its neighbour come near to, when the word alone does not
    nearName(loose, token) {
      const place = loose.indexOf(token);
      for (const first of [place, place - 1]) {
        const pair = loose.slice(Math.max(first, 0), first + 2);
        if (first < 0 || pair.length < 2) continue;
        const written = pair.map((item) => item.form).join(" ");
        let best = null, most = 0.8;
        for (const name of this.pairs) {
          const ratio = Math.abs(name.length - written.length) > 6 ? 0 : alike(written, name);
          if (ratio >= most) { best = name; most = ratio + 1e-9; }
        }
        if (best) return [pair[0].start, pair[1].stop, best];
      }
      return null;
    }

    completed(form) {
      if (form.length < 3 || /^\d/.test(form)) return [];
      let low = 0, high = this.known.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.known[middle] < form) low = middle + 1; else high = middle;
      }
      const numbers = new Set();
      for (; low < this.known.length && this.known[low].startsWith(form) && numbers.size < 24; low++)
        for (const number of this.forms.get(this.known[low])) numbers.add(number);
      return [...numbers];
    }
    mended(form) {
      if (form.length < 4 || /^\d/.test(form)) return null;
      const limit = form.length < 7 ? 1 : form.length < 12 ? 2 : 3;
      let best = null, most = -1;
      for (const [other, holders] of this.printed) {
        if (Math.abs(other.length - form.length) > limit || other.length < 4) continue;
        const score = holders.length + (near(form, other, 1) ? 1e6 : 0);
        if (score > most && near(form, other, limit)) { best = other; most = score; }
      }
      if (!best) for (const other of this.known) if (other[0] === form[0] && near(form, other, 1)) return other;
      return best;
    }
    otherLayout(query) {
      const [here, there] = this.data.keyboard;
      const map = new Map();
      for (let index = 0; index < here.length; index++) { map.set(here[index], there[index]); }
      const back = new Map([...map].map(([from, to]) => [to, from]));
      const low = query.toLowerCase();
      const cyrillic = /[\u0400-\u04ff]/.test(low);
      return [...low].map((letter) => (cyrillic ? back : map).get(letter) || letter).join("");
    }

    // The clauses that a query names, if it is nothing but numbers: for each its name, the rows that have it, and those
    // near it where none has. A number after a word such as section means the notes first.
    named(query) {
      const text = query.trim();
      if (!text || text.length > 120) return null;
      if (document.getElementById(text)?.classList.contains("row")) return [{ name: text.replace(/^def:/, ""), ids: [text], near: [] }];
      const joint = new RegExp("\\s*[,;&]\\s*|\\s+(?:" + this.data.and + ")\\s+", "i");
      const names = text.split(joint).filter(Boolean).slice(0, 9).map((part) => this.written(part));
      if (!names.length || names.length > 8 || names.some((one) => one === null)) return null;
      return names.map(({ name, notes }) => {
        const ids = [...(this.idsOf.get(name) || [])];
        const isNote = (id) => !this.cells[this.cellsOf.get(id)?.[0]]?.laws;
        if (notes) ids.sort((a, b) => isNote(b) - isNote(a));
        return { name, ids, near: ids.length ? [] : this.near(name) };
      });
    }
    // the name of a clause as the page has it, from however a person writes it
    written(query) {
      let text = fold(query.trim());
      const lead = new RegExp("^(?:" + this.data.lead + ")(?![^\\W\\d_])\\.?\\s*(?=\\d)").exec(text);
      const notes = Boolean(lead) && new RegExp("^(?:" + this.data.sections + ")", "").test(lead[0]);
      if (lead) text = text.slice(lead[0].length);
      if (!/^\d/.test(text)) return null;
      text = latin(text).replace(/\s+/g, "").replace(/\.$/, "");
      const first = /^(\d{1,3})/.exec(text);
      let name = String(Number(first[1])), rest = text.slice(first[0].length), match;
      if (/^\.\d/.test(rest)) {
        while ((match = /^\.(\d{1,3})/.exec(rest))) { name += "." + Number(match[1]); rest = rest.slice(match[0].length); }
      } else if ((match = /^\.?(?:([a-z])(?![a-z])|\(([a-h])\)(?=$|\())/.exec(rest))) {  // no law has 64Z: it is said, with what is near
        name += (match[1] || match[2]).toUpperCase();
        rest = rest.slice(match[0].length);
        if ((match = /^\.?(?:(\d{1,2})|\((\d{1,2})\))/.exec(rest))) { name += match[1] || match[2]; rest = rest.slice(match[0].length); }
      }
      while ((match = /^\.?(?:\(([a-z]{1,5}|\d{1,2})\.?\)|([ivx]+|[a-z])(?![a-z]))/.exec(rest))) {
        name += "(" + (match[1] || match[2]) + ")";
        rest = rest.slice(match[0].length);
      }
      return rest || /^0/.test(name) ? null : { name, notes };
    }
    // the rows near a number that no clause has: those beside it, then what it would be a part of
    near(name) {
      const cut = (text) => text.match(/^\d+|\.\d+|\([^)]*\)|[A-Z]|\d+/g) || [];
      const value = (part) => {
        const inner = part.replace(/[.()]/g, "");
        return /^\d/.test(inner) ? Number(inner) : inner.toLowerCase().charCodeAt(0) - 96;
      };
      const wanted = cut(name);
      const bySize = (size) => [...this.idsOf.keys()].filter((one) => /^\d/.test(one) && cut(one).length === size);
      for (let size = wanted.length - 1; size > 0; size--) {
        const above = wanted.slice(0, size).join("");
        if (!this.idsOf.has(above)) continue;
        const beside = bySize(size + 1).filter((one) => cut(one).slice(0, size).join("") === above && cut(one)[size][0].match(/[.(]/)?.[0] === wanted[size][0].match(/[.(]/)?.[0]);
        beside.sort((a, b) => Math.abs(value(cut(a)[size]) - value(wanted[size])) - Math.abs(value(cut(b)[size]) - value(wanted[size])));
        return [...beside.slice(0, 2), above].map((one) => this.idsOf.get(one)[0]);
      }
      const tops = bySize(1).sort((a, b) => Math.abs(a - wanted[0]) - Math.abs(b - wanted[0]));
      return tops.slice(0, 3).map((one) => this.idsOf.get(one)[0]);
    }

    rank(parts, groups, concepts) {
      const total = this.cells.length;
      for (const group of groups) group.concepts = [];
      for (const [first, stop, concept] of concepts)
        for (const group of groups.slice(first, stop)) {
          group.concepts.push(concept);
          this.gather(group, CONCEPT, concept);
        }
      // the rarest postings lead; the commonest of a long query are left
      const sizes = [];
      for (const group of groups)
        for (const number of group.numbers)
          for (let place = HEADING; place <= CONTEXT; place++) {
            const list = this.postings[place].get(number);
            if (list) sizes.push({ size: this.holdersOf(list), group, place, number });
          }
      sizes.sort((a, b) => a.size - b.size);
      for (const { group, place, number } of sizes.slice(0, MAX_POSTINGS)) this.gather(group, place, number);
      const skipped = new Set(sizes.slice(MAX_POSTINGS).map((one) => one.group));
      for (const group of groups) {
        const count = group.scores.size;
        group.idf = (count ? Math.log(1 + (total - count + 0.5) / (count + 0.5)) : Math.log(1 + total) * 0.5) * this.weight(group);
        for (const [cell, frequency] of group.scores)
          group.scores.set(cell, group.idf * frequency * (SATURATION + 1) / (frequency + SATURATION));
      }
      groups = groups.filter((group) => group.scores.size || !skipped.has(group));
      const scores = new Map(), weights = new Map();
      for (const group of groups)
        for (const [cell, score] of group.scores) {
          scores.set(cell, (scores.get(cell) || 0) + score);
          weights.set(cell, (weights.get(cell) || 0) + group.idf);
        }
      for (const part of parts)
        if (part.required || part.excluded) {
          const holders = this.holders(part);
          for (const cell of [...scores.keys()]) if (holders.has(cell) === part.excluded) scores.delete(cell);
        }
      const idf = groups.reduce((sum, group) => sum + group.idf, 0) || 1;
      const constrained = parts.some((part) => part.required || part.excluded);
      const exact = groups.map((group) => new Set(this.printed.get(group.form) || []));
      const said = new Map();
      const sayings = new Map();
      const { best, laws: told } = this.answered(groups);
      for (const [id, { share, row }] of best)
        for (const number of this.cellsOf.get(id) || []) {
          said.set(number, SAID * idf * share);
          sayings.set(number, { row, share });
          if (!scores.has(number) && !constrained) scores.set(number, 0);
        }
      const ranked = [...scores].map(([number, score]) => ({ number, score: score * ((weights.get(number) || 0) / idf) ** COVERAGE, said: said.get(number) || 0, told: TOLD * idf * (told.get(this.cells[number].law) || 0) }))
        .sort((a, b) => b.score + b.said + b.told - a.score - a.said - a.told || a.number - b.number)
        // a definition that is asked for may have few words of its own
        .filter((hit, place) => place < LOOKED_AT || (this.term && this.cells[hit.number].row.id.startsWith("def:")));
      for (const hit of ranked) {
        hit.cell = this.cells[hit.number];
        hit.score += this.bonus(hit.number, groups, exact);
        hit.score *= hit.cell.laws ? 1 : COMMENTARY;
        if (hit.cell.kind !== "law" || hit.cell.laws) hit.score *= KINDS[hit.cell.kind] || 1;
        const saying = sayings.get(hit.number);
        if (saying && hit.said > hit.score && saying.share >= ALIKE) hit.saying = this.saying(saying.row);
        hit.score += hit.said + hit.told;
      }
      ranked.sort((a, b) => b.score - a.score || a.number - b.number);
      const rows = new Set(), laws = new Map();
      const hits = ranked.filter((hit) => !rows.has(hit.cell.row) && rows.add(hit.cell.row));
      for (const hit of hits) {  // the first hits are not all of one law
        const law = /^\d+/.exec(hit.cell.row.id)?.[0];
        if (!law) continue;
        hit.score *= REPEATED ** (laws.get(law) || 0);
        laws.set(law, (laws.get(law) || 0) + 1);
      }
      return hits.sort((a, b) => b.score - a.score || a.number - b.number);
    }
    holdersOf(list) {
      let count = 0;
      for (let index = 0; index < list.length; index += 2) count += index === 0 || list[index] !== list[index - 2];
      return count;
    }
    gather(group, place, number) {
      const list = this.postings[place].get(number) || [];
      for (let index = 0; index < list.length;) {
        const cell = list[index];
        let count = 0;
        const key = cell * 8 + place;
        for (; list[index] === cell && index < list.length; index += 2) {
          count++;
          if (place <= TEXT) {
            if (!group.positions.has(key)) group.positions.set(key, []);
            group.positions.get(key).push(list[index + 1]);
          }
        }
        const frequency = WEIGHT[place] * count / (1 - SLOPE[place] + SLOPE[place] * (this.lengths[place][cell] || 1) / this.average[place]);
        const before = group.given.get(key) || 0;
        if (frequency > before) {
          group.given.set(key, frequency);
          group.scores.set(cell, (group.scores.get(cell) || 0) + frequency - before);
        }
      }
    }
    bonus(cell, groups, exact) {
      let value = EXACT * groups.reduce((sum, group, index) => sum + (exact[index].has(cell) ? group.idf : 0), 0);
      for (let index = 1; index < groups.length; index++)
        for (const place of [HEADING, TEXT]) {
          const left = groups[index - 1].positions.get(cell * 8 + place), right = groups[index].positions.get(cell * 8 + place);
          if (!left || !right) continue;
          let gap = Infinity;
          for (const one of left) for (const two of right) gap = Math.min(gap, Math.abs(two - one - 1) + (two < one ? 1 : 0));
          if (gap <= 3) {
            value += ADJACENT * Math.min(groups[index - 1].idf, groups[index].idf) / (1 + gap);
            break;
          }
        }
      // who asks what something is gets its definition first
      const named = groups.filter((group) => !this.weak.has(group.form));
      if (named.length && (this.term || named.length < groups.length) && this.cells[cell].row.id.startsWith("def:") && named.every((group) => group.positions.has(cell * 8 + HEADING)))
        value += ASKED_FOR * groups.reduce((sum, group) => sum + group.idf, 0) * (this.term ? 3 : Math.min(1, named.length / this.lengths[HEADING][cell]));
      if (groups.length > 1 && groups.every((group) => group.positions.has(cell * 8 + HEADING)))
        value += WHOLE_HEADING * Math.min(1, groups.length / this.lengths[HEADING][cell]) * groups.reduce((sum, group) => sum + group.idf, 0);
      return value;
    }
    holders(part) {
      const found = new Set();
      for (const place of [HEADING, TEXT]) {
        const places = part.numbers.map((numbers) => {
          const at = new Map();
          for (const number of numbers) {
            const list = this.postings[place].get(number) || [];
            for (let index = 0; index < list.length; index += 2) {
              if (!at.has(list[index])) at.set(list[index], new Set());
              at.get(list[index]).add(list[index + 1]);
            }
          }
          return at;
        });
        for (const [cell, starts] of places[0])
          for (const start of starts)
            if (places.every((at, step) => at.get(cell)?.has(start + step))) { found.add(cell); break; }
      }
      return found;
    }
  }
})();
