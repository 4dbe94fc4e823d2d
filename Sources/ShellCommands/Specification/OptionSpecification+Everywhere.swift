extension OptionSpecification {
  /// The options that every command understands.
  static let everywhere = [output, help]

  /// The options that the program itself understands, before a command.
  package static let ofProgram: [OptionSpecification] = [
    .init("command", short: "c", value: "TEXT", "run the text as a script"),
    .init("file", short: "f", value: "FILE", "run a script file; what follows are its arguments"),
    .init("env", short: "e", value: "NAME", "send requests to this environment"),
    .init(flag: "keep-going", "go on after a failure, and end with the first one's status"),
    .init(flag: "no-config", "read no configuration"),
    .init(
      flag: "insecure",
      "do not verify who a server is; it warns, and is refused for production environments"),
    .init(flag: "quiet", short: "q", "leave notices out"),
    .init(flag: "verbose", short: "v", "tell of requests and responses on standard error"),
    .init(flag: "version", short: "V", "print the version"),
  ]

  private static let output = OptionSpecification(
    "output", short: "o", value: "FORMAT", "Write the result as table, tsv, json, jsonl or csv",
    completion: "formats")
  private static let help = OptionSpecification(flag: "help", short: "h", "Show this help")

  /// The option as help and errors show it: `--rating N`, or `--all`.
  package var usage: String {
    valueName.map { "--\(name) \($0)" } ?? "--\(name)"
  }
}
