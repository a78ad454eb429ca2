//! What the tokens in braces stand for.

use serde_json::Value;
use site_schema::fees::grouped;
use std::collections::BTreeMap;

/// The facts of `facts.toml`, and those that the site and the fees already state.
pub fn tokens(facts: &Value, site: &Value, fees: &Value) -> BTreeMap<String, String> {
    let (contact, terms) = (&site["contact"], &fees["terms"]);
    let dates = &terms["valuation_dates"];
    let dollars = |amount: &Value| Some(format!("${}", grouped(amount.as_u64()?)));
    let days = |count: &Value| Some(format!("{} days", count.as_u64()?));
    let notice = &terms["termination_notice_days"];
    let stated = [
        ("phone", text(&contact["phone"])),
        ("email", text(&contact["email"])),
        ("address", address(&contact["address"])),
        ("hours", joined(&contact["hours"], "; ", hours)),
        ("firm", text(&site["firms"]["advisory"]["name"])),
        ("tax-firm", text(&site["firms"]["tax"]["name"])),
        ("founder", text(&site["founder"]["name"])),
        ("investment-minimum", dollars(&terms["investment_minimum"])),
        ("transfer-days", days(&terms["transfer_days"])),
        ("valuation-dates", joined(dates, ", ", text)),
        ("commitment", text(&terms["commitment"])),
        ("termination-notice", days(notice)),
    ];
    let stated = stated.map(|(name, value)| (name.to_owned(), value));
    let facts = facts.as_object().into_iter().flatten();
    let facts = facts.map(|(name, fact)| (name.clone(), text(&fact["value"])));
    let dates = (1..).zip(list(dates));
    let dates = dates.map(|(at, date)| (format!("valuation-date-{at}"), text(date)));
    let minimums = list(&fees["tax_services"]).iter().map(|service| {
        let id = service["id"].as_str().unwrap_or_default();
        (format!("tax-minimum-{id}"), dollars(&service["minimum"]))
    });
    let all = facts.chain(stated).chain(dates).chain(minimums);
    all.filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn joined(values: &Value, separator: &str, shown: fn(&Value) -> Option<String>) -> Option<String> {
    let shown: Vec<_> = values.as_array()?.iter().filter_map(shown).collect();
    Some(shown.join(separator))
}

fn address(address: &Value) -> Option<String> {
    let part = |name: &str| address[name].as_str();
    let (street, city) = (part("street")?, part("city")?);
    let (region, postal_code) = (part("region")?, part("postal_code")?);
    Some(format!("{street}, {city}, {region} {postal_code}"))
}

fn hours(line: &Value) -> Option<String> {
    let (days, hours) = (line["days"].as_str()?, line["hours"].as_str()?);
    Some(format!("{days} {hours}"))
}
