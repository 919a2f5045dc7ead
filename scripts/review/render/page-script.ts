/**
 * What the page does by itself. Everything but single changes and the filters is there without it. It writes text as
 * text only, and asks for nothing from anywhere.
 */
export const SCRIPT = String.raw`
"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const make = (tag, kind, text) => {
    const element = document.createElement(tag);
    if (kind) element.className = kind;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const counted = (n, one) => n.toLocaleString("en-US") + " " + one + (n === 1 ? "" : "s");

  // theme: kept where the browser allows it
  const stored = { get: () => { try { return localStorage.getItem("railyard-theme"); } catch { return null; } },
    set: (value) => { try { localStorage.setItem("railyard-theme", value); } catch { /* a page from a file may not */ } } };
  for (const input of all("[name=theme]")) {
    if (input.value === stored.get()) input.checked = true;
    input.addEventListener("change", () => stored.set(input.value));
  }

  // single changes, written when somebody opens their group
  const STEP = 200;
  const data = new Map(all("script[data-review]").map((script) => [script.dataset.review, JSON.parse(script.textContent)]));
  const textOf = (change) => change.text ??= (change.stack + "." + change.address + " " + change.word + " " +
    change.attributes.map((a) => a.path + " " + a.before + " " + a.after + " " + a.lines.join(" ")).join(" ")).toLowerCase();
  const dataOf = (group) => data.get(group.closest(".review").id);
  const changesOf = (group) => dataOf(group).groups[Number(group.dataset.group)].map((n) => dataOf(group).changes[n]);

  const attributeRow = (attribute) => {
    const row = make("tr");
    const path = make("th", "", attribute.path + (attribute.forces ? " (forces replacement)" : ""));
    path.scope = "row";
    row.append(path);
    if (attribute.lines.length) {
      const cell = make("td");
      cell.colSpan = 2;
      const diff = make("pre", "diff");
      for (const line of attribute.lines) diff.append(make("span", { "+": "plus", "-": "minus" }[line[0]] ?? "", line + "\n"));
      cell.append(diff);
      row.append(cell);
    } else {
      for (const [n, label] of ["before", "after"].entries()) {
        const cell = make("td", attribute.visible[n] ? ["was", "will"][n] : "unknown", attribute[label]);
        cell.dataset.label = label;
        row.append(cell);
      }
    }
    return row;
  };
  const MARKS = { create: "added", update: "changed", replace: "replaced", delete: "removed" };
  const changeItem = (change) => {
    const item = make("li");
    const head = make("span");
    head.append(make("span", "action " + MARKS[change.action], change.word), make("span", "address", change.stack + "." + change.address));
    if (!change.attributes.length) {
      item.append(head);
      return item;
    }
    const details = make("details");
    const summary = make("summary");
    summary.append(head);
    details.append(summary);
    details.addEventListener("toggle", () => {
      if (details.querySelector("table")) return;
      const table = make("table", "attributes stacked");
      const head = table.createTHead().insertRow();
      for (const name of ["attribute", "before", "after"]) head.append(Object.assign(make("th", "", name), { scope: "col" }));
      const body = table.createTBody();
      for (const attribute of change.attributes) body.append(attributeRow(attribute));
      details.append(table);
    });
    item.append(details);
    return item;
  };
  const write = (group) => {
    const list = group.querySelector(".changes");
    const found = group.found ?? changesOf(group);
    list.replaceChildren();
    const more = make("button");
    more.type = "button";
    const next = () => {
      const at = list.childElementCount;
      more.remove();
      list.append(...found.slice(at, at + STEP).map(changeItem));
      const left = found.length - list.childElementCount;
      more.textContent = "Show " + Math.min(STEP, left) + " of " + left.toLocaleString("en-US") + " more";
      if (left > 0) list.after(more);
      if (at > 0) list.children[at].querySelector("summary")?.focus();
    };
    group.querySelector(":scope > button")?.remove();
    more.addEventListener("click", next);
    next();
  };
  const groups = all("[data-group]");
  for (const group of groups) group.addEventListener("toggle", () => { if (group.open) write(group); });

  // filters
  const form = document.querySelector("#filters");
  const items = all("[data-item]").map((element) => ({ element, ...element.dataset, text: element.textContent.toLowerCase() }));
  const apply = () => {
    const asked = new FormData(form);
    const severities = asked.getAll("severity");
    const section = asked.get("section");
    const stack = asked.get("stack");
    const words = asked.get("text").toLowerCase().split(/\s+/).filter(Boolean);
    const has = (text) => words.every((word) => text.includes(word));
    const filtered = severities.length < 3 || section !== "" || stack !== "" || words.length > 0;
    let findings = 0;
    for (const item of items) {
      const shows = severities.includes(item.severity) && (!section || section === item.section) && (!stack || stack === item.stack) && has(item.text);
      item.element.hidden = !shows;
      if (shows && !item.part) findings += 1;
    }
    const changes = new Set();
    for (const group of groups) {
      const shows = (!section || section === "rest") && severities.includes("info");
      const found = shows ? changesOf(group).filter((change) => (!stack || change.stack === stack) && (!words.length || has(textOf(change)))) : [];
      for (const change of found) changes.add(change);
      group.found = found;
      group.hidden = found.length === 0;
      const total = changesOf(group).length;
      group.querySelector(".count").textContent = found.length === total ? total.toLocaleString("en-US") : found.length.toLocaleString("en-US") + " of " + total.toLocaleString("en-US");
      if (group.open) write(group);
    }
    for (const block of all("[data-block]")) {
      const own = all("[data-item], [data-group]", block);
      const none = own.length > 0 && own.every((element) => element.hidden);
      const nothing = block.querySelector("[data-nothing]");
      if (nothing) nothing.hidden = !none;
      for (const table of all(".table", block)) table.hidden = all("[data-item]", table).every((row) => row.hidden);
      block.hidden = Boolean(section) && block.dataset.block !== section;
    }
    form.querySelector("output").textContent = counted(findings, "finding") + ", " + counted(changes.size, "change");
    form.querySelector("[data-clear]").hidden = !filtered;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.querySelector("[data-clear]").addEventListener("click", () => { form.reset(); apply(); form.text.focus(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  const fold = form.querySelector("[data-fold]");
  const unfold = (open) => { fold.setAttribute("aria-expanded", String(open)); form.classList.toggle("unfolded", open); };
  fold.addEventListener("click", () => unfold(fold.getAttribute("aria-expanded") === "false"));
  apply();

  addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName ?? "") && event.target.type !== "radio" && event.target.type !== "checkbox";
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      unfold(true);
      form.text.focus();
    }
    if (event.key === "Escape" && event.target === form.text) {
      form.text.value = "";
      apply();
    }
  });

  // the drawing: what is pointed at is told below it, and what changes leads to its findings
  for (const drawing of all(".drawing")) {
    const about = drawing.querySelector("[data-about]");
    const usual = about.textContent;
    const tell = (event) => {
      const part = event.target.closest(".part[aria-label]");
      if (part) about.textContent = part.getAttribute("aria-label");
    };
    drawing.addEventListener("focusin", tell);
    drawing.addEventListener("mouseover", tell);
    drawing.addEventListener("mouseleave", () => { about.textContent = usual; });
    drawing.addEventListener("click", (event) => {
      const link = event.target.closest("a.part");
      if (!link) return;
      event.preventDefault();
      form.text.value = link.dataset.search;
      apply();
      const target = document.getElementById(link.closest(".review").id + "-findings");
      target.focus({ preventScroll: true });
      target.scrollIntoView();
    });
  }

  // rows that do not change are folded away
  for (const button of all("[data-unchanged]")) {
    const body = document.getElementById(button.getAttribute("aria-controls"));
    const fold = (folded) => {
      body.hidden = folded;
      button.setAttribute("aria-expanded", String(!folded));
      button.textContent = (folded ? "Show " : "Hide ") + counted(Number(button.dataset.unchanged), "row") + " that stay" + (button.dataset.unchanged === "1" ? "s" : "");
    };
    button.hidden = false;
    button.addEventListener("click", () => fold(!body.hidden));
    fold(true);
  }

  for (const button of all("[data-copy]")) {
    button.addEventListener("click", async () => {
      const text = button.previousElementSibling;
      getSelection().selectAllChildren(text);
      try {
        await navigator.clipboard.writeText(text.textContent);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Selected";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
  }

  // on paper everything is open
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = all("details:not([open]):not(.group)");
    for (const details of closed) details.open = true;
    for (const body of all("tbody.unchanged")) body.hidden = false;
  });
  addEventListener("afterprint", () => {
    for (const details of closed) details.open = false;
    for (const button of all("[data-unchanged]")) document.getElementById(button.getAttribute("aria-controls")).hidden = button.getAttribute("aria-expanded") === "false";
  });
})();
`;
