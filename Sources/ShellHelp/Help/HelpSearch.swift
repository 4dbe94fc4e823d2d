import ShellCommands
import ShellRuntime

@MainActor
struct HelpSearch {
  private static let mostHits = 10

  private let builtins: CommandTable
  private let stages: CommandTable
  private let modules: ModuleRegistry
  private let topics: [HelpTopic]

  enum Target {
    case command(CommandTable.Entry)
    case topic(HelpTopic)
    /// A command of an API that has not been created, or a group of them.
    case operation
  }

  struct Hit {
    let target: Target
    let name: String
    let abstract: String
    var score: Int
  }

  /// How well a word matches; a synonym ranks between a name and a description.
  enum Score {
    static let name = 100
    static let synonym = 60
    static let partOfName = 30
    static let abstract = 20
    static let beginningOfName = 10
    static let other = 5
  }

  init(
    builtins: CommandTable, stages: CommandTable, modules: ModuleRegistry, topics: [HelpTopic]
  ) {
    self.builtins = builtins
    self.stages = stages
    self.modules = modules
    self.topics = topics
  }

  /// Returns at most ten commands and pages, best first.
  func hits(for words: [String]) -> [Hit] {
    let words = words.flatMap(Self.words)
    guard !words.isEmpty else { return [] }
    let meant = meant(by: words.joined(separator: " "))
    let described = all.compactMap { hit -> Hit? in
      guard !meant.contains(where: { $0.name == hit.name }) else { return nil }
      let scores = words.map { score(of: $0, in: hit.target) }
      guard !scores.contains(0) else { return nil }
      var hit = hit
      hit.score = scores.reduce(0, +) / scores.count
      return hit
    }
    return Array(Self.ranked(described, after: meant).prefix(Self.mostHits))
  }

  /// Returns the best hits, best first, and those with the same score in their order.
  static func ranked(_ described: [Hit], after meant: [Hit] = []) -> [Hit] {
    let best = described.map(\.score).max() ?? 0
    // If there is a better match, a word in an option or in the middle of a page counts little.
    let least = !meant.isEmpty || best >= Score.abstract ? Score.abstract : 1
    let hits = meant + described.filter { $0.score >= least }
    return hits.enumerated().sorted {
      ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
    }.map(\.element)
  }

  /// Whether only the first hit is a real match, and the others are merely related to it.
  func isClear(_ hits: [Hit]) -> Bool {
    guard let first = hits.first else { return false }
    guard first.score > Score.other else { return false }
    return hits.count == 1 || first.score >= Score.synonym && hits[1].score < first.score
  }

  /// Whether the hits only contain the words somewhere in their text.
  func isMention(_ hits: [Hit]) -> Bool { hits.allSatisfy { $0.score <= Score.other } }

  /// Returns the commands that an unknown command may mean, and whether `help` finds more.
  func suggestions(for name: String) -> (commands: [CommandTable.Entry], hasMore: Bool) {
    let hits = meant(by: Self.words(of: name).joined(separator: " "))
    var commands: [CommandTable.Entry] = []
    for hit in hits {
      guard case .command(let entry) = hit.target else { continue }
      // All commands with this name, or else the likeliest one.
      if commands.isEmpty || hit.score == Score.name { commands.append(entry) }
    }
    return (commands, hits.count > commands.count)
  }

  private func meant(by words: String) -> [Hit] {
    var hits: [Hit] = []
    func add(_ found: [Hit]) {
      hits += found.filter { hit in !hits.contains { $0.name == hit.name } }
    }
    // A module's command by its name alone: 'login'.
    add(commands(named: words).map { Hit($0, score: Score.name) })
    for target in HelpSynonyms.targets(of: words) {
      if target.hasPrefix("* ") {
        add(commands(named: String(target.dropFirst(2))).map { Hit($0, score: Score.synonym) })
      } else if target.hasPrefix("topic ") {
        let name = target.dropFirst("topic ".count)
        add(topics.filter { $0.name == name }.map { hit(of: $0, score: Score.synonym) })
      } else {
        add(command(target).map { [Hit($0, score: Score.synonym)] } ?? [])
      }
    }
    return hits
  }

  /// The commands with this name in all modules; those of modules that manage the shell come last.
  private func commands(named name: String) -> [CommandTable.Entry] {
    let entries = modules.names.compactMap { modules.commands(of: $0)?[name] }
    let isManaging = { (entry: CommandTable.Entry) in
      HelpSynonyms.managing.contains(entry.module ?? "")
    }
    return entries.filter { !isManaging($0) } + entries.filter(isManaging)
  }

  private func command(_ path: String) -> CommandTable.Entry? {
    let words = path.split(separator: " ").map(String.init)
    guard let first = words.first else { return nil }
    if words.count == 1 {
      return builtins[first] ?? stages[first] ?? modules.commands(of: first)?.sole
    }
    return modules.commands(of: first)?[words[1]]
  }

  private var all: [Hit] {
    let ofModules = modules.names.flatMap { modules.commands(of: $0)?.all ?? [] }
    return (builtins.all + stages.all + ofModules).map { Hit($0, score: 0) }
      + topics.map { hit(of: $0, score: 0) }
  }

  private func hit(of topic: HelpTopic, score: Int) -> Hit {
    Hit(target: .topic(topic), name: topic.name, abstract: topic.abstract, score: score)
  }

  private func score(of word: String, in target: Target) -> Int {
    switch target {
    case .command(let entry):
      let specification = entry.specification
      let score = Self.score(of: word, name: entry.path, specification.abstract)
      if score > 0 { return score }
      let others =
        specification.options.flatMap { Self.words(of: $0.name) }
        + Self.words(of: specification.discussion)
      return others.contains { Self.isSame($0, word) } ? Score.other : 0
    case .topic(let topic):
      let score = Self.score(of: word, name: topic.name, topic.abstract)
      if score > 0 { return score }
      return Self.words(of: topic.text).contains { Self.isSame($0, word) } ? Score.other : 0
    case .operation: return 0
    }
  }

  static func score(of word: String, name: String, _ abstract: String) -> Int {
    let parts = words(of: name)
    if parts.contains(where: { isSame($0, word) }) { return Score.partOfName }
    if words(of: abstract).contains(where: { isSame($0, word) }) { return Score.abstract }
    let isBeginning = word.count > 2 && parts.contains { $0.hasPrefix(word) }
    return isBeginning ? Score.beginningOfName : 0
  }

  /// Whether two words are the same except for a plural ending.
  private static func isSame(_ first: String, _ second: String) -> Bool {
    first == second || first + "s" == second || first == second + "s"
  }

  static func words(of text: String) -> [String] {
    let words = text.lowercased().split { $0 == " " || $0 == "-" || $0 == "_" || $0 == "\n" }
    return words.map { word in
      let plain = word.drop { "'\"(.,;:".contains($0) }
      let end = plain.lastIndex { !"'\").,;:".contains($0) }
      guard let end else { return String(word) }
      return String(plain[...end])
    }
  }
}

extension HelpSearch.Hit {
  @MainActor
  fileprivate init(_ entry: CommandTable.Entry, score: Int) {
    self.init(
      target: .command(entry), name: entry.path, abstract: entry.specification.abstract,
      score: score)
  }
}
