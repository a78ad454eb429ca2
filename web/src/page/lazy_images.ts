/**
 * Marks each lazy image as loaded once it is in view and its file has loaded. An image whose file is late is
 * also marked as late, so that it fades in when it loads; no image is hidden until then.
 */
export function markLazyImages(page: ParentNode): void {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      const image = target as HTMLImageElement;
      const mark = () => image.classList.add("loaded");
      if (image.complete) mark();
      else {
        image.classList.add("late");
        image.addEventListener("load", mark, { once: true });
      }
    }
  });
  for (const image of page.querySelectorAll("img[loading=lazy]")) observer.observe(image);
}
