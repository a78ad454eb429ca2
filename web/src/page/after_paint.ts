// Inlined into the head of every page. A first visit is painted before any style or script is fetched for it: then come
// the late styles and the islands' runtime. On the way through the site the fonts are there already, and are used from
// the start.

const { runtime, styles } = (document.currentScript as HTMLScriptElement).dataset;

const { classList } = document.documentElement;
classList.add("scripted");
if (!document.referrer.startsWith(`${location.origin}/`)) classList.add("awaits-fonts");

let begun = false;

function begin(): void {
  if (begun) return;
  begun = true;
  const late = document.createElement("link");
  late.rel = "stylesheet";
  late.href = styles as string;
  document.head.append(late);
  void import(/* @vite-ignore */ runtime as string);
  // Both at once, so that the page is laid out only once more.
  const faces = ["Display", "Text"].map((face) => document.fonts.load(`1em ${face}`));
  void Promise.allSettled(faces).then(() => classList.remove("awaits-fonts"));
}

new PerformanceObserver((entries, observer) => {
  if (entries.getEntriesByName("first-contentful-paint").length === 0) return;
  observer.disconnect();
  begin();
}).observe({ type: "paint", buffered: true });
// Not every browser reports a paint, nor every page that is opened out of sight.
addEventListener("load", () => setTimeout(begin, 1000));
