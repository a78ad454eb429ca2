// The shell of every page: head, skip link, header, main, footer.

import type { ReactNode } from "react";
import { Island } from "../islands/island";
import { DraftMark } from "../parts/draft_mark";
import { WithdrawnBanner } from "../parts/withdrawn";
import type { Raster } from "../site/assets";
import { useSite } from "../site/context";
import { Footer } from "./footer/footer";
import { Head } from "./head";
import { Header } from "./header/header";
import { NewsletterPrompt } from "./newsletter_prompt/newsletter_prompt";
import type { PageRecord } from "./record";

interface DocumentProps {
  record: PageRecord;
  social: Raster;
  css: string;
  children: ReactNode;
}

export function Document({ record, social, css, children }: DocumentProps) {
  const { newsletter, labels } = useSite().content.site;
  return (
    <html lang="en">
      <Head record={record} social={social} css={css} />
      <body>
        <a href="#main" className="skip-link screen-only">
          {labels.skip}
        </a>
        <Header />
        <main id="main">
          {record.draft && <DraftMark />}
          {record.withdrawn && <WithdrawnBanner withdrawn={record.withdrawn} />}
          {children}
        </main>
        <Footer />
        {record.newsletterPrompt && (
          <Island name="newsletter_prompt" trigger="idle" props={{ delay: newsletter.prompt.delay_ms }}>
            <NewsletterPrompt />
          </Island>
        )}
      </body>
    </html>
  );
}
