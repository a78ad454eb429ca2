// Inlined after a calendar's list, so that the first paint marks the next entry, by the visitor's clock.

const script = document.currentScript as HTMLScriptElement;
const list = script.previousElementSibling as HTMLElement;
const { next = "" } = script.dataset;

/** The visitor's day as the entries have theirs: 2027-04-15. */
function today(): string {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

/** Marks the first entries that are still to come, all of their day. */
function markNext(): void {
  for (const mark of list.querySelectorAll(".calendar-next")) {
    // The space before it.
    mark.previousSibling?.remove();
    mark.remove();
  }
  const entries = [...list.querySelectorAll<HTMLElement>("[data-first]")];
  const days = entries.map(({ dataset }) => dataset.first ?? "");
  const nextDay = days.find((day) => day >= today());
  for (const entry of entries.filter(({ dataset }) => dataset.first === nextDay)) {
    const mark = document.createElement("strong");
    mark.className = "calendar-next";
    mark.textContent = next;
    entry.querySelector(".calendar-when")?.append(" ", mark);
  }
}

markNext();
// The visitor may have left a cached page days ago.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) markNext();
});

// A module, so that its names are its own.
export {};
