import Foundation
import TestSupport
import Testing

/// The morning of `Examples/Morning`: as a script, and in bash with curl and jq.
@Suite(.mayBlock) struct MorningTests {
  private static let folder = TranscriptTests.root.appending(path: "Examples/Morning")

  /// The files that both write.
  private static let files = [
    "report.txt", "cheap.csv", "mugs.json", "currencies.csv", "worst.json", "worst.txt",
    "summaries.csv", "described.json", "refunds.csv", "ratings.csv", "regulars.csv", "answered.csv",
    "mine.csv", "live.tsv",
    "staging.tsv", "new.json", "expensive.txt", "changes.diff",
  ]

  /// Prints the content of files, CSV and JSON in a comparable form.
  private static let reader = """
    import csv, json, sys
    for name in sys.argv[1:]:
        with open(name, newline="", encoding="utf-8") as file:
            read = {"csv": lambda file: list(csv.reader(file)), "json": json.load}
            print(name, json.dumps(read.get(name.split(".")[1], lambda file: file.read())(file)))
    """

  /// Runs one of the two with a new shop, and returns the lines of ``reader``.
  private static func morning(
    _ program: String, _ arguments: [String], live: ServedShop, staging: ServedShop
  ) throws -> [Substring] {
    let home = try Sandbox()
    try FileManager.default.createDirectory(
      at: home.home.appending(path: "config/seashell"), withIntermediateDirectories: true)
    try home.file(
      "config/seashell/config.json",
      """
      { environments: {
          live: { baseURL: 'http://127.0.0.1:\(live.port)', version: 'v1' },
          staging: { baseURL: 'http://127.0.0.1:\(staging.port)', version: 'v1' } } }
      """)
    for name in ["answers.csv", "apology.txt"] {
      try home.file(name, String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
    let result = try Program.run(
      program, arguments, input: Data("demo\n".utf8), environment: home.environment,
      directory: home.home)
    #expect(result.status == 0, "\(program): \(result.errors)")
    let files = try Program.run(
      "/usr/bin/python3", ["-c", reader] + Self.files, environment: home.environment,
      directory: home.home)
    #expect(files.status == 0, "\(program): \(files.errors)")
    return files.output.split(separator: "\n")
  }

  @Test func `the morning's script and its bash version write the same files`() throws {
    let staging = try ServedShop("--products", "60")
    let (mine, other) = (try ServedShop(), try ServedShop())
    let script = try Self.morning(
      Program.seashell.path, ["-f", Self.folder.appending(path: "morning.sea").path],
      live: mine, staging: staging)
    let bash = try Self.morning(
      "/bin/bash",
      [Self.folder.appending(path: "morning.sh").path]
        + [other, staging].map { "http://127.0.0.1:\($0.port)" },
      live: other, staging: staging)
    #expect(script.count == Self.files.count)
    for (script, bash) in zip(script, bash) { #expect(script == bash) }
    for shop in [mine, other, staging] { #expect(shop.end() == 0) }
  }

  @Test func `the morning's page has the right number of lines`() throws {
    let page = try Self.text("README.md")
    let counts = try ["morning.sea", "morning.sh"].map { name in
      try Self.text(name).split(separator: "\n").count { line in
        !line.trimmingCharacters(in: .whitespaces).hasPrefix("#")
      }
    }
    #expect(counts[0] >= 40)
    #expect(
      page.contains("| lines, without comments and blank ones | \(counts[0]) | \(counts[1]) |"))
  }

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }
}
