/** Preloads the picture that the page is shared with. No reader sees it: it waits for the fonts, which they do see. */
export function preloadSocialPicture(page: Document): void {
  const { content = "" } = page.querySelector<HTMLMetaElement>("meta[property='og:image']") ?? {};
  void page.fonts.ready.then(() => {
    const link = page.createElement("link");
    link.rel = "preload";
    link.as = "image";
    // The page may be read at another address than the site's own, as before it is published.
    link.href = new URL(content).pathname;
    page.head.append(link);
  });
}
