/** Preloads the picture for shared links. Readers don't see it, so it waits for the fonts, which they do see. */
export function preloadSocialPicture(page: Document): void {
  const { content = "" } = page.querySelector<HTMLMetaElement>("meta[property='og:image']") ?? {};
  void page.fonts.ready.then(() => {
    const link = page.createElement("link");
    link.rel = "preload";
    link.as = "image";
    // The page's address may not be the site's own, such as before it is published.
    link.href = new URL(content).pathname;
    page.head.append(link);
  });
}
