import ShellCommands

extension ModuleRegistry {
  /// Returns the group of an API that a noun in singular means: `customers` for `customer`.
  ///
  /// Nil if something of the API is spelled like the noun, or for the shell's own API, whose names few have to guess.
  ///
  /// - Complexity: O(1) in the number of groups.
  func plural(of noun: String, in api: String) -> String? {
    guard api != apis.ownAPI, noun != api, let own = commands(of: api, in: api),
      own[noun] == nil, loaded[key(noun, of: api)]?.api != api
    else { return nil }
    return Self.plurals(of: noun).first { loaded[key($0, of: api)]?.api == api }
  }

  /// The plurals that a noun may have, by English rules, the likeliest first.
  static func plurals(of noun: String) -> [String] {
    for (one, many) in [("person", "people"), ("child", "children")] where noun.hasSuffix(one) {
      return [noun.dropLast(one.count) + many, noun + "s"]
    }
    if noun.hasSuffix("y") { return [noun.dropLast() + "ies", noun + "s"] }
    if noun.hasSuffix("is") { return [noun.dropLast(2) + "es", noun + "es"] }
    return [noun + "s", noun + "es"]
  }
}
