//! `/sitemap.xml` (sitemaps.org): every page that search engines may list.

use super::DocumentResult;
use crate::address;
use jiff::civil::Date;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use site_schema::model::Content;
use std::io;

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// One entry: an address, and the date of its last change if known.
struct Url {
    address: String,
    last_modified: Option<Date>,
}

/// Renders the sitemap.
pub fn sitemap(content: &Content) -> DocumentResult {
    let mut urls = Vec::new();
    for page in content.listed_pages() {
        urls.push(Url {
            address: address(content, &page.route),
            last_modified: None,
        });
    }
    for article in content.listed_articles() {
        let last_modified = match article.matter.last_changed() {
            Some(date) => Some(date.parse()?),
            None => None,
        };
        urls.push(Url {
            address: address(content, &article.route),
            last_modified,
        });
    }
    Ok(String::from_utf8(xml(&urls)?)?)
}

fn xml(urls: &[Url]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b'\t', 1);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer
        .create_element("urlset")
        .with_attribute(("xmlns", NAMESPACE))
        .write_inner_content(|writer| {
            for url in urls {
                write_url(writer, url)?;
            }
            Ok(())
        })?;
    let mut xml = writer.into_inner();
    xml.push(b'\n');
    Ok(xml)
}

fn write_url(writer: &mut Writer<Vec<u8>>, url: &Url) -> io::Result<()> {
    writer.create_element("url").write_inner_content(|writer| {
        write_text(writer, "loc", &url.address)?;
        if let Some(date) = url.last_modified {
            write_text(writer, "lastmod", &format!("{date}T00:00:00+00:00"))?;
        }
        Ok(())
    })?;
    Ok(())
}

fn write_text(writer: &mut Writer<Vec<u8>>, element: &str, text: &str) -> io::Result<()> {
    writer
        .create_element(element)
        .write_text_content(BytesText::new(text))?;
    Ok(())
}
