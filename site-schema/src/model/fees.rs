//! `content/fees.toml`: the fees of the two firms. The arithmetic is in [`crate::fees`].
//!
//! The bounds reflect plausible values, not limits of the arithmetic: a value beyond them is a
//! typing mistake, such as a rate in hundredths of a basis point. An advisory fee above 3% doesn't
//! belong on a page of a fee-only firm, nor does a tax return fee above $100,000. Portfolios end at
//! a trillion dollars.

use super::{ByName, ExternalName, Id, Text, format, model};

/// A month, in full or by its first three letters, and a day that exists in every year.
const DAY_OF_EVERY_YEAR: &str = "^((Jan(uary)?|Mar(ch)?|May|July?|Aug(ust)?|Oct(ober)?|Dec(ember)?)[.]? ([1-9]|[12][0-9]|3[01])|(Apr(il)?|June?|Sep(tember)?|Nov(ember)?)[.]? ([1-9]|[12][0-9]|30)|Feb(ruary)?[.]? ([1-9]|1[0-9]|2[0-8]))$";

model! {
    /// The fees and terms of the two firms.
    pub struct Fees {
        /// The reason why two fee schedules disagree. Without it, `cargo site check` warns, and
        /// says where they differ and by how much.
        pub acknowledged_difference: Option<Text>,
        /// The fee schedules, each under its own name: [schedules.the-name].
        pub schedules: ByName<FeeSchedule>,
        pub terms: AgreementTerms,
        /// The fees of the tax firm, in the order shown.
        #[schemars(length(min = 1))]
        pub tax_services: Vec<TaxService>,
    }

    /// The fee of a portfolio, by its value.
    pub struct FeeSchedule {
        /// The service that the fee is for.
        pub title: Text,
        pub billing: Billing,
        /// The minimum fee, if there is one.
        pub minimum: Option<MinimumFee>,
        /// The tiers from the lowest to the highest, without gaps or overlaps.
        #[schemars(length(min = 1))]
        pub tiers: Vec<Tier>,
        /// Worked examples; each must agree with the schedule.
        #[serde(default)]
        pub examples: Vec<FeeExample>,
    }

    /// How the tiers' rates are applied.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum Billing {
        /// The rate of the tier that a portfolio is in applies to all of it.
        Cliff,
        /// The rate of each tier applies to the part of a portfolio in that tier.
        Marginal,
    }

    /// The minimum fee.
    pub struct MinimumFee {
        /// The words shown instead of an amount, such as "Discuss with Advisor".
        pub label: Text,
        /// The amount per year in whole dollars, if the firm states it.
        #[schemars(range(max = 1_000_000))]
        pub annual: Option<u64>,
    }

    /// A range of portfolio values with one rate. Both bounds are part of it.
    #[schemars(extend("x-refused" = { "label": "the site makes it from `from` and `up_to`" }))]
    pub struct Tier {
        /// The name of the tier on fee pages. The build makes it from the bounds; in content files
        /// it is empty.
        #[serde(default)]
        #[schemars(skip_deserializing)]
        pub label: String,
        /// The lowest value in whole dollars.
        #[schemars(range(max = 1_000_000_000_000_u64))]
        pub from: u64,
        /// The highest value in whole dollars. Leave it out in the last tier.
        #[schemars(range(max = 1_000_000_000_000_u64))]
        pub up_to: Option<u64>,
        /// The annual rate in basis points: 125 is 1.25%. Only the first tier may lack a rate, and
        /// only under cliff billing in a schedule with a minimum fee, which then applies instead.
        #[schemars(range(min = 5, max = 300), extend("x-form" = "a rate of 5 to 300 basis points, such as 125 for 1.25%"))]
        pub rate: Option<u32>,
    }

    /// A worked example. It must agree with its schedule.
    pub struct FeeExample {
        /// The portfolio's value in whole dollars.
        #[schemars(range(min = 1, max = 1_000_000_000_000_u64))]
        pub assets: u64,
        /// The annual fee, rounded to whole dollars.
        #[schemars(range(max = 1_000_000_000_000_u64))]
        pub annual: u64,
        /// The fee per month, rounded to whole dollars.
        #[schemars(range(max = 1_000_000_000_000_u64))]
        pub monthly: u64,
    }

    /// The terms of the wealth management agreement.
    pub struct AgreementTerms {
        /// The agreement that states these terms and the fees: the name of a link in
        /// content/site.toml, under [external].
        pub agreement: ExternalName,
        /// The smallest amount that a client invests, in whole dollars.
        #[schemars(range(max = 1_000_000_000))]
        pub investment_minimum: u64,
        /// Eligible accounts move to the custodian within this number of days.
        #[schemars(range(min = 1, max = 366))]
        pub transfer_days: u32,
        /// How long a client commits, in words.
        pub commitment: Text,
        /// The days of notice required to end the agreement.
        #[schemars(range(max = 366))]
        pub termination_notice_days: u32,
        /// The quarter-ends. Fees are computed from the values on these days.
        #[schemars(length(min = 4, max = 4), extend("items" = { "type": "string", "format": format::TEXT, "pattern": DAY_OF_EVERY_YEAR, "x-form": "a day of every year, such as Jun 30" }))]
        pub valuation_dates: Vec<Text>,
    }

    /// A service of the tax firm, and its minimum fee.
    pub struct TaxService {
        /// Its name in tokens: business becomes {tax-minimum-business}.
        pub id: Id,
        pub service: Text,
        /// The minimum fee in whole dollars.
        #[schemars(range(min = 1, max = 100_000))]
        pub minimum: u64,
        pub description: Text,
        /// The parts of the service, in the order shown.
        #[schemars(length(min = 1))]
        pub includes: Vec<Text>,
    }
}
