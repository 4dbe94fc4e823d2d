import ShellCommands
import ShellRuntime

/// Finds commands of one API by words, whichever API is current; none is created for it.
@MainActor
struct OperationSearch {
  private let api: String
  private let modules: ModuleRegistry

  init(_ api: String, _ modules: ModuleRegistry) {
    (self.api, self.modules) = (api, modules)
  }

  /// Returns all commands that have all the words, best first.
  ///
  /// Words rank as for ``HelpSearch``. A word in an id, a path or a tag counts little. So does any word of a command that
  /// is not listed.
  ///
  /// - Complexity: O(*n*) in the number of operations.
  func hits(for words: [String]) -> [HelpSearch.Hit] {
    let words = words.flatMap(HelpSearch.words)
    guard !words.isEmpty else { return [] }
    let searched = words.map { (word: $0, meanings: HelpSynonyms.targets(of: $0)) }
    var hits: [HelpSearch.Hit] = []
    for group in Set(modules.modules(in: api).map(\.name)).sorted() {
      guard let table = modules.commands(of: group, in: api) else { continue }
      for (path, command) in table.summaries {
        // The API's own module has its name before its commands.
        let name = group == api ? command.name : path
        let scores = searched.map { Self.score(of: $0, name, command) }
        add(name, command, scores, to: &hits)
      }
      for command in table.unlisted where command.subject != nil {
        let name = group == api ? command.name : "\(group) \(command.name)"
        let scores = searched.map { min(Self.score(of: $0, name, command), HelpSearch.Score.other) }
        add(name, command, scores, to: &hits)
      }
    }
    return HelpSearch.ranked(hits)
  }

  private func add(
    _ name: String, _ command: CommandSummary, _ scores: [Int], to hits: inout [HelpSearch.Hit]
  ) {
    guard !scores.contains(0) else { return }
    hits.append(
      HelpSearch.Hit(
        target: .operation, name: "\(api) \(name)", abstract: command.abstract,
        score: scores.reduce(0, +) / scores.count))
  }

  private static func score(
    of searched: (word: String, meanings: [String]), _ name: String, _ command: CommandSummary
  ) -> Int {
    let score = HelpSearch.score(of: searched.word, name: name, command.abstract)
    if score > 0 { return score }
    if searched.meanings.contains("* \(command.name)") { return HelpSearch.Score.synonym }
    let others = "\(command.keywords) \(command.subject ?? "")".lowercased()
    return others.contains(searched.word) ? HelpSearch.Score.other : 0
  }
}
