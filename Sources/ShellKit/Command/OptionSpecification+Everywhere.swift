extension OptionSpecification {
  /// The options that every command understands.
  static let everywhere = [output, help]

  private static let output = OptionSpecification(
    "output", short: "o", value: "FORMAT", "Write the result as table, tsv, json, jsonl or csv",
    completion: "formats")
  private static let help = OptionSpecification(flag: "help", short: "h", "Show this help")

  /// The option as help and errors show it: `--rating N`, or `--all`.
  var usage: String {
    valueName.map { "--\(name) \($0)" } ?? "--\(name)"
  }
}
