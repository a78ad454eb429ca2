import { Actions } from "../../parts/actions";
import { Figure } from "../../parts/figure";
import { WordList } from "../../parts/word_list";
import { Prose } from "../../prose/prose";
import { useStyles } from "../../site/styles";
import type { BlockProps } from "../block";
import compactCss from "./hero_compact.css?inline";

export function Hero({ block }: BlockProps<"hero">) {
  const { id, eyebrow, title, lede, image, compact, points, actions } = block;
  useStyles(compact && compactCss);
  const classes = ["block dark-ground hero", image && "hero-pictured", compact && "hero_compact"];
  return (
    <section id={id ?? undefined} className={classes.filter(Boolean).join(" ")}>
      <div className="wrap">
        <div className="hero-words">
          {eyebrow && <p className="eyebrow">{eyebrow}</p>}
          <h1>{title}</h1>
          {lede && (
            <div className="hero-lede">
              <Prose nodes={lede} />
            </div>
          )}
          <Actions actions={actions} />
          <WordList words={points} className="hero-points" />
        </div>
        {image && (
          <Figure
            image={image}
            sizes={compact ? "20rem" : "(min-width: 76rem) 36rem, (min-width: 60rem) 50vw, 100vw"}
            className="hero-picture screen-only"
            first
          />
        )}
      </div>
    </section>
  );
}
