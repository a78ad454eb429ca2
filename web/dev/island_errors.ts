// Shows errors and warnings of islands over the page: React's reports of HTML that differs from what a component
// renders, and an island's own errors. The server sends them back to Vite's overlay.

const hot = import.meta.hot;
if (hot) {
  const { error } = console;
  console.error = (...values: unknown[]) => {
    error(...values);
    hot.send("site:island", { message: messageOf(values), stack: stackOf(values) });
  };
}

/** The text that a console prints: the first value may have placeholders for the others. */
function messageOf([first, ...others]: unknown[]): string {
  const text = String(first).replaceAll(/%[csdifoO]/g, (place) => {
    const value = others.shift();
    return place === "%c" ? "" : String(value);
  });
  return [text, ...others].map(String).join(" ");
}

function stackOf(values: unknown[]): string {
  return values.find((value) => value instanceof Error)?.stack ?? "";
}
