import type { Image } from "../content";
import { usePicture } from "../site/context";
import { useStyles } from "../site/styles";

interface FigureProps {
  image: Image;
  /** The displayed width, as in the attribute `sizes`; drawings have one size and don't need it. */
  sizes: string;
  className?: string;
  /** Visible without scrolling: a drawing is inlined in the page, a photograph loads before other pictures. */
  first?: boolean;
}

/** A picture of content/images, in the best format that the browser supports and the width that it needs. */
export function Figure({ image, sizes, className, first = false }: FigureProps) {
  const { url, width, height, tint, srcSet, sources, inPage } = usePicture(image.src);
  // The color that fills the picture's box until it loads.
  useStyles(tint && `.tint-${tint}{background:#${tint}}`);
  const classes = [className, tint && `tint-${tint}`].filter(Boolean).join(" ");
  const img = (
    <img
      src={(first && inPage) || url}
      srcSet={srcSet ?? undefined}
      sizes={srcSet ? sizes : undefined}
      alt={image.alt}
      width={width}
      height={height}
      className={classes || undefined}
      loading={first ? undefined : "lazy"}
      fetchPriority={first && !inPage ? "high" : undefined}
      decoding={first ? "sync" : "async"}
    />
  );
  if (sources.length === 0) return img;
  return (
    <picture>
      {sources.map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcSet} sizes={sizes} />
      ))}
      {img}
    </picture>
  );
}
