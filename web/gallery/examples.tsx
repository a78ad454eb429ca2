// The examples of the gallery: that of every block, the fixture's articles, and the parts of every page.

import type { ReactNode } from "react";
import { ArticlePage } from "../src/article/article_page";
import { BlockOnPage } from "../src/blocks";
import { examples } from "../src/blocks/examples";
import type { Build } from "../src/content";
import { Island } from "../src/islands/island";
import { Footer } from "../src/page/footer/footer";
import { Header } from "../src/page/header/header";
import { NewsletterPrompt } from "../src/page/newsletter_prompt/newsletter_prompt";

export interface Example {
  /** Also its place in the page: unique, and made for an address. */
  name: string;
  shown: ReactNode;
}

export function examplesOf({ content }: Build): Example[] {
  const articles = content.articles.map((article) => ({
    name: `article ${article.slug}`,
    shown: <ArticlePage article={article} />,
  }));
  return [
    { name: "header", shown: <Header /> },
    ...blockExamples(),
    ...articles,
    { name: "footer", shown: <Footer /> },
    {
      name: "newsletter_prompt",
      shown: (
        <Island name="newsletter_prompt" trigger="visible" props={{ delay: 0 }}>
          <NewsletterPrompt />
        </Island>
      ),
    },
  ];
}

function blockExamples(): Example[] {
  return Object.values(examples).map((block) => ({
    name: block.kind,
    shown: <BlockOnPage block={block} />,
  }));
}
