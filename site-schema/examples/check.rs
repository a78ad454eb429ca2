fn main() {
    let t = std::time::Instant::now();
    let l = site_schema::load(std::path::Path::new("content")).unwrap();
    eprintln!("{:?}", t.elapsed());
    for d in &l.diagnostics {
        println!("{d}\n");
    }
    println!("{} errors {} warnings", l.errors(), l.warnings());
    if let Some(c) = l.content {
        std::fs::create_dir_all("web/.cache").unwrap();
        std::fs::write(
            "web/.cache/content.json",
            serde_json::to_string(&serde_json::json!({"year":2026,"content":c})).unwrap(),
        )
        .unwrap();
        let b = site_schema::bake::bake(&c);
        println!("baked {} bytes", b.len());
        std::fs::write("/tmp/baked.rs", b).unwrap();
    }
    for (n, t) in site_schema::schemas::files() {
        std::fs::write(format!("schemas/{n}"), t).unwrap();
    }
}
