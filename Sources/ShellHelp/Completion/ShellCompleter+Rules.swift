import CoreEvents
import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

extension ShellCompleter {
  func rule(
    _ words: ArraySlice<Word>, of entry: CommandTable.Entry, for typed: TypedWord, depth: Int
  ) -> [Suggestion] {
    if let end = words.firstIndex(where: { $0.isBare("do") }) {
      let command = words[(end + 1)...]
      if command.first?.marksProgram == true {
        return program(Array(command.dropFirst()), for: typed)
      }
      return statement(command, for: typed, depth: depth + 1)
    }
    let place = ArgumentPlace(entry.binder, words.dropFirst())
    guard place.awaitedOption == nil else { return [] }
    let options = typed.mayBeOption ? place.options(beginningWith: typed.text) : []
    let positionals = place.positionals
    guard let event = positionals.first else { return events(beginningWith: typed.text) + options }
    let condition = Array(positionals.dropFirst(2))
    let fields = EventPattern(parsing: event.text).map(self.fields) ?? []
    let query = CompletionQuery(
      prefix: typed.text, values: [:], fields: fields, whenAnswered: whenAnswered)
    let end = [Self.keyword("do", "the command")]
    if positionals.count == 1 {
      let keywords = [Self.keyword("where", "only some events")] + end
      return keywords.filter { query.matches($0.text) } + options
    }
    let words = ConditionWords(query, behind: condition).suggestions
    guard case .connective = ExpressionCursor(after: condition) else { return words }
    return words + end.filter { query.matches($0.text) } + options
  }

  private static func keyword(_ text: String, _ abstract: String) -> Suggestion {
    var suggestion = Suggestion(text, abstract)
    suggestion.isSyntax = true
    return suggestion
  }

  /// Suggests names of events, and prefixes that several events share.
  func events(beginningWith prefix: String) -> [Suggestion] {
    var fields = Dictionary(shell.eventNames.map { ($0, [String]()) }) { first, _ in first }
    for type in shell.eventTypes { fields[type.name] = type.fields }
    let names = shell.eventNames.sorted()
    var counts: [String: Int] = [:]
    for name in names {
      for dot in name.indices where name[dot] == "." {
        counts[name[..<dot] + ".*", default: 0] += 1
      }
    }
    let patterns = counts.filter { $0.value > 1 }.sorted { $0.key < $1.key }
    return
      (names.map { Suggestion($0, (fields[$0] ?? []).joined(separator: ", ")) }
      + patterns.map { Suggestion($0.key, "\($0.value) events") }).filter {
        $0.begins(with: prefix)
      }
  }

  func fields(of pattern: EventPattern) -> [String] {
    if let names = EventRecord.fields(of: pattern, among: shell.eventTypes) {
      return names.sorted()
    }
    var latest: [String: EventLog.Entry] = [:]
    for entry in shell.events.entries where pattern.matches(entry.name) {
      latest[entry.name] = entry
    }
    let fields = latest.values.flatMap { entry in
      (try? EventRecord.record(of: entry))?.fieldsValue?.map(\.name) ?? []
    }
    return Set(fields + ["name", "time"]).sorted()
  }

  /// The events of the rule at the cursor; nil outside a rule's command.
  func eventPattern(at place: CursorPlace) -> EventPattern? {
    let words = place.stagesBefore.first ?? place.words
    guard words.first?.isBare("on") == true, words.count > 2,
      words.contains(where: { $0.isBare("do") })
    else { return nil }
    return EventPattern(parsing: words[1].text)
  }
}
