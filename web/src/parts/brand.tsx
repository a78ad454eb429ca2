import { usePicture, useSite } from "../site/context";
import { useStyles } from "../site/styles";
import css from "./brand.css?inline";

/** The logo and the name, linked to the home page. */
export function Brand() {
  useStyles(css);
  const { site } = useSite().content;
  const { url, width, height } = usePicture(site.logo.src);
  return (
    <a href="/" className="brand">
      {/* The name next to the picture describes it. */}
      <img src={url} alt="" width={width} height={height} fetchPriority="low" />
      <span>{site.name}</span>
    </a>
  );
}
