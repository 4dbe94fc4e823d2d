import Glibc

/// Measures what is measured within one process, and makes what the others are measured with.
///
/// `Benchmarks/run` calls it. A measure is one line: its name and its seconds, with a tab between.
@main
struct Benchmarks {
  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case "bus":
      await BusBenchmark.run()
    case "completion":
      try CompletionBenchmark.run()
    case "catalogue" where words.count == 3:
      guard let products = Int(words[1]) else { return usage() }
      try CatalogueBenchmark.makeDatabase(at: words[2], products: products)
    case "searches":
      CatalogueBenchmark.printScript()
    case "searches-sql":
      CatalogueBenchmark.printSQL()
    default:
      usage()
    }
  }

  static func report(_ name: String, _ duration: Duration) {
    print("\(name)\t\(duration / .seconds(1))")
  }

  private static func usage() {
    print("usage: benchmarks bus | completion | catalogue PRODUCTS FILE | searches | searches-sql")
    exit(2)
  }
}
