import { usePicture, useSite } from "../site/context";
import { useStyles } from "../site/styles";
import css from "./brand.css?inline";

/** The logo and the name, leading home. */
export function Brand() {
  useStyles(css);
  const { site } = useSite().content;
  const { url, width, height } = usePicture(site.logo.src);
  return (
    <a href="/" className="brand">
      {/* The name beside it says what the picture is. */}
      <img src={url} alt="" width={width} height={height} fetchPriority="low" />
      <span>{site.name}</span>
    </a>
  );
}
