// Names that tell an operation from others with the same first choice.
extension NameCandidates {
  /// Adds the first choice with more of the path, words of the id, whose it is, the query, the tag, and at last
  /// the method.
  func addFallbacks() {
    if operation.lead.isEmpty { if isReading { addReadingRest() } else { addWritingRest() } }
    if !isInside, near.isEmpty { add(first.prefix(1) + id.rest) }
    add(first + operation.path.query)
    if isInside { add(first + group.without(operation.tagWords).prefix(2)) }
    let isFixed = !isItem && !below.contains { tree[$0].isParameter }
    if isInside, isFixed, !near.isEmpty, method != .get, tree[group.home].parameter != nil {
      add(first + ["without", "id"])
    }
    add(first + id.rest)
    let known = NameWords.singulars(first)
    let path = pathWords.filter { !known.contains($0) }
    add(first + path.suffix(3))
    add(first + operation.path.fragment)
    let names = operation.path.parameters.filter { !$0.isEmpty }
    if isItem, let name = names.last {
      let words = NameWords.words(of: name)
      let own = group.without(words)
      add(first + ["by"] + (own.isEmpty ? words : own))
    }
    let raw = NameWords.withoutJoined(operation.idWords, group.words).filter {
      !NamedVerb.methods.contains($0) && !NamedVerb.entries.contains($0)
    }
    add(first + group.without(raw))
    if isInside, isFixed, tree[group.home].parameter != nil { add(first + ["without", "id"]) }
    add(first + raw)
    add(first + path)
    if !names.isEmpty { add(first + ["by"] + names.suffix(2).flatMap { NameWords.words(of: $0) }) }
    add(first + [method.rawValue])
  }
}
