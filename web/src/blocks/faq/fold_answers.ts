// Inlined before the questions. In a narrow window it folds each answer when the browser parses it, so that the first
// paint is folded. The button, an address, a search in the page and printing open answers.

const script = document.currentScript as HTMLScriptElement;
const list = script.parentElement as HTMLElement;
const toggle = script.previousElementSibling as HTMLElement;
const button = toggle.firstElementChild as HTMLButtonElement;
const openLabel = button.textContent;
const { foldLabel = "" } = script.dataset;
/** A live collection: it grows while the browser parses the page. */
const questions = list.getElementsByClassName("faq-question") as HTMLCollectionOf<HTMLDetailsElement>;

const folded = () => [...questions].filter(({ open }) => !open);

function setOpen(some: Iterable<HTMLDetailsElement>, open: boolean): void {
  for (const question of some) question.open = open;
}

/** True if the address names the question or its category. */
function isAskedFor({ id, parentElement: category }: HTMLDetailsElement): boolean {
  const fragment = location.hash.slice(1);
  // A question without an anchor has an empty ID.
  return fragment !== "" && [id, category?.id ?? ""].map(encodeURIComponent).includes(fragment);
}

if (matchMedia("(width < 40rem)").matches) {
  let read = 0;
  const foldRead = () => {
    for (const question of [...questions].slice(read)) question.open = isAskedFor(question);
    read = questions.length;
  };
  const observer = new MutationObserver(foldRead);
  observer.observe(list, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => {
    foldRead();
    observer.disconnect();
  });
  list.classList.add("faq-folds");
  toggle.hidden = false;
}

button.addEventListener("click", () => {
  setOpen(questions, folded().length > 0);
});

// These events don't bubble.
list.addEventListener(
  "toggle",
  () => {
    button.textContent = folded().length > 0 ? openLabel : foldLabel;
  },
  true,
);

addEventListener("hashchange", () => setOpen([...questions].filter(isAskedFor), true));

// Engines that search folded answers have this event, and open matches. In other engines, only the keys are known.
if (!("onbeforematch" in list)) {
  addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
    if (key === "f" && (ctrlKey || metaKey)) setOpen(questions, true);
  });
}

let foldedBefore: HTMLDetailsElement[] = [];
addEventListener("beforeprint", () => {
  foldedBefore = folded();
  setOpen(foldedBefore, true);
});
addEventListener("afterprint", () => setOpen(foldedBefore, false));

// A module, so that its names are its own.
export {};
