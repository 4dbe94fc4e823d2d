import ShellHelp
import SeashellTesting
import ShellCommands
import ShellOutput
import CoreEvents

/// Tab with 100,000 products held, the completer's own work included.
///
/// The median of the runs counts: a user presses Tab once, and the machine does other things too.
@MainActor
enum CompletionBenchmark {
  private static let count = 100_000
  private static let runs = 21

  static func run() throws {
    let harness = try ShellHarness(StubTransport(json: "[]"))
    try harness.load(Shelf(count))
    let completer = ShellCompleter(harness.shell)
    let cases = [
      ("id prefix", "shelf show p-9999", 11), ("name prefix", "shelf show blank", 200),
      ("no match", "shelf show zebra", 0), ("nothing typed", "shelf show ", 200),
      ("a field", "time shelf show p-1 | drop id | sort-by -price | where pr", 1),
    ]
    for (name, line, expected) in cases {
      var durations: [Duration] = []
      for _ in 0..<runs {
        let start = ContinuousClock.now
        let completion = completer.completion(of: line, at: line.utf8.count)
        durations.append(ContinuousClock.now - start)
        let found = completion.candidates.count
        precondition(found == expected, "\(name): \(found)")
      }
      Benchmarks.report("Tab, \(name)", durations.sorted()[runs / 2])
    }
  }

  /// A module that holds products.
  private final class Shelf: FeatureModule {
    struct Item {
      let id: String
      let name: String
      let description: String
    }

    let name = "shelf"
    let abstract = "Products"
    private let items: [Item]

    init(_ count: Int) {
      let names = ["Speckled mug", "Woven blanket", "Crème brûlée bowl", "Oak tea tray"]
      items = (0..<count).map {
        Item(
          id: "p-\($0)", name: "\(names[$0 % names.count]) of the season, no. \($0)",
          description: "What it is, in a sentence that nobody searches.")
      }
    }

    var commands: [any Command] { [Show()] }

    var completionSources: [CompletionSource] {
      [
        CompletionSource(answering: "shelf.id") { [items] query in
          var matches = CompletionMatches(query)
          for item in items where !matches.isFull {
            matches.offer(item.id, named: item.name)
          }
          return matches.candidates
        }
      ]
    }
  }

  private struct Show: ImmediateCommand {
    let specification = CommandSpecification(
      "show", abstract: "Show one",
      arguments: [ArgumentSpecification("ID", "the product", completion: "shelf.id")],
      fields: ["id", "name", "price"])

    func runAtOnce(_ invocation: Invocation) throws {}
  }
}
