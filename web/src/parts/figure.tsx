import type { Image } from "../content";
import { usePicture } from "../site/context";

interface FigureProps {
  image: Image;
  className?: string;
  /** Shown without scrolling: loaded at once, ahead of other pictures. */
  first?: boolean;
}

export function Figure({ image, className, first = false }: FigureProps) {
  const { url, width, height } = usePicture(image.src);
  return (
    <img
      src={url}
      alt={image.alt}
      width={width}
      height={height}
      className={className}
      loading={first ? undefined : "lazy"}
      fetchPriority={first ? "high" : undefined}
      decoding="async"
    />
  );
}
