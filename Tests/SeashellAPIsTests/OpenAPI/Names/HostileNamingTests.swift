import Testing

@testable import SeashellAPIs

/// For any description, all names are valid, and naming takes a bounded amount of work.
@Suite struct HostileNamingTests {
  private static let oddTexts = [
    "", " ", "-", "--yes", "/", "//", "商品", "Größe", "e\u{301}te\u{301}", "🚢", "a\u{0}b\u{1B}[31m",
    String(repeating: "A", count: 200), String(repeating: "aB", count: 120), "{}", "{", "}",
    ".json",
    "#", "@", "@me", "~", "v1", "…", "a.b/c", "ß", "\u{202E}evil", "list", "-1", "'\"$(x)",
  ]

  private func isValid(_ names: CommandNames) -> Bool {
    let all = names.names.compactMap(\.self)
    return Set(all).count == all.count
      && all.allSatisfy { CommandName(group: $0.group, command: $0.command) != nil }
  }

  @Test(arguments: oddTexts)
  func `odd texts give valid command names`(text: String) {
    for method in [DescribedMethod.get, .post, .head] {
      for other in Self.oddTexts {
        let all = [
          NamingFacts(
            id: text, method: method, path: "/\(text)/\(other)#\(text)", tag: other, summary: text,
            commandName: other),
          NamingFacts(id: other, method: method, path: text, tag: text),
          NamingFacts(id: text + other, method: .get, path: other, isList: true),
        ]
        let names = CommandNames(all)
        #expect(isValid(names) && names.names[2] != nil)
      }
    }
  }

  @Test func `letters lose their accents, and a text without letters is replaced by the path`() {
    #expect(
      NameWords.words(of: "Größe ÉTÉ e\u{301}te\u{301} Łódź") == ["grose", "ete", "ete", "lodz"])
    #expect(
      NameWords.words(of: "getHTTPServer2Port_IDs-x") == [
        "get", "http", "server2", "port", "i", "ds", "x",
      ])
    let all = [
      NamingFacts(id: "a", method: .get, path: "/boats", tag: "船", isList: true),
      NamingFacts(id: "b", method: .get, path: "/crews", tag: "クルー", isList: true),
    ]
    #expect(texts(CommandNames(all)) == ["boats list", "crews list"])
  }

  @Test(arguments: [
    "", " ", "boats", "boats ", " list", "boats list all", "_boats list", "boats -x", "bo/ats list",
    "boats l\u{E9}", "boats \(String(repeating: "x", count: 81))",
  ])
  func `an invalid command name is refused`(text: String) {
    #expect(CommandName(text) == nil)
  }

  /// Each function creates one of ten thousand operations from its number.
  private static let alike: [@Sendable (Int) -> NamingFacts] = [
    { _ in NamingFacts(id: "same", method: .post, path: "/same", tag: "same") },
    { NamingFacts(id: "same", method: .get, path: "/same/{p\($0)}", tag: "same", isList: true) },
    { NamingFacts(id: "i\($0)", method: .put, path: "/a/{b}#\($0)", tag: "t", commandName: "x") },
    { NamingFacts(id: "i\($0)", method: .get, path: "/p\($0)s/{id}", tag: "t\($0)") },
    { NamingFacts(id: "i\($0)", method: .get, path: "/p\($0 % 3)/{a}/things/{b}/x\($0)") },
  ]

  @Test(arguments: alike.indices)
  func `naming ten thousand similar operations takes linear work`(index: Int) {
    let all = (0..<10_000).map(Self.alike[index])
    let names = CommandNames(all)
    #expect(isValid(names))
    #expect(names.comparisons <= 20 * all.count)
    let again = CommandNames(all, keeping: names.former)
    #expect(again.names.count == all.count && again.comparisons <= 20 * all.count)
    // All operations are new, and all former names are out of use.
    let others = all.map { facts in
      var other = facts
      (other.id, other.path) = ("other \(facts.id)", facts.path + "/other")
      return other
    }
    let new = CommandNames(others, keeping: CommandNames([], keeping: names.former).former)
    #expect(isValid(new) && new.comparisons <= 20 * all.count)
  }

  /// A random operation from few words, so that many names collide.
  private func operation(_ number: Int, _ random: inout RepeatedRandom) -> NamingFacts {
    let words = ["boats", "crews", "log", "{id}", "{x}", "@me", "search", "port-calls"]
    let path = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      "/" + (words.randomElement(using: &random) ?? "")
    }
    let verbs = ["get", "list", "create", "sail", "update"]
    var facts = NamingFacts(
      id: "\(verbs.randomElement(using: &random) ?? "")\(number)",
      hasDeclaredID: Bool.random(using: &random),
      method: DescribedMethod.allCases.randomElement(using: &random) ?? .get, path: path.joined())
    if Bool.random(using: &random) { facts.isList = Bool.random(using: &random) }
    if number % 7 == 0 { facts.commandName = verbs.randomElement(using: &random) }
    return facts
  }

  @Test func `random operations have names that neither order nor new operations change`() {
    var random = RepeatedRandom()
    for round in 0..<150 {
      var all = (0..<Int.random(in: 1...30, using: &random)).map { operation($0, &random) }
      if round % 2 == 0 { for index in all.indices { all[index].tag = "t\(index % 3)" } }
      let names = CommandNames(all)
      #expect(isValid(names) && CommandNames(all).names == names.names)
      let order = all.indices.shuffled(using: &random)
      // A description cannot have two operations with one method and path, but HEAD may share a name with GET
      // here.
      #expect(CommandNames(order.map { all[$0] }).names == order.map { names.names[$0] })
      #expect(CommandNames(all, keeping: names.former).names == names.names)

      var known: [CommandName: String] = [:]
      var (present, former) = (all, names.former)
      for step in 0..<4 {
        if step % 2 == 1 { present.removeAll { _ in Int.random(in: 0..<3, using: &random) == 0 } }
        var new = operation(100 + step, &random)
        new.path += "/new\(step)"
        present.append(new)
        let next = CommandNames(present, keeping: former, date: step)
        #expect(isValid(next))
        for (facts, name) in zip(present, next.names) {
          guard let name else { continue }
          // A name never belongs to another operation.
          #expect(known[name] == nil || known[name] == facts.id)
          known[name] = facts.id
        }
        let before = Dictionary(
          former.names.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        for (facts, name) in zip(present, next.names) where name != nil {
          if let old = before[facts.id], facts.commandName == nil { #expect(old == name) }
        }
        former = next.former
      }
    }
  }
}

extension HostileNamingTests {
  @Test func `groups whose long names are equal when they are compared get numbers`() {
    let words = "abcdefghijklmnop".map(String.init)
    let paths = ["-", "_", ".", "~", "+", ":", "!"].map { "/x/" + words.joined(separator: $0) }
    let all = paths.enumerated().flatMap { number, path in
      [
        NamingFacts(id: "a\(number)", method: .get, path: path, isList: true),
        NamingFacts(id: "b\(number)", method: .get, path: "\(path)/{id}"),
        NamingFacts(id: "c\(number)", method: .delete, path: "\(path)/{id}"),
      ]
    }
    let names = CommandNames(all).names.compactMap(\.self)
    #expect(Set(names).count == names.count)
  }
}
