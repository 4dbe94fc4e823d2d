import Glibc

/// Measures the parts of Seashell that are measured within one process.
///
/// The first word says which; a measure is one line, its name and its seconds between a tab.
@main
struct Benchmarks {
  static func main() async {
    switch CommandLine.arguments.dropFirst().first {
    case "bus": await BusBenchmark.run()
    default:
      print("usage: benchmarks bus")
      exit(2)
    }
  }

  static func report(_ name: String, _ duration: Duration) {
    print("\(name)\t\(duration / .seconds(1))")
  }
}
