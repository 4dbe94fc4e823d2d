import Foundation
import TestSupport
import Testing

/// The files in .github, which only the forge reads.
@Suite(.mayBlock) struct ForgeTests {
  /// Prints each file of `.github` as JSON: its path, a tab, and what it says.
  private static let program = """
    import glob, json, yaml
    for path in sorted(glob.glob(".github/**/*.yml", recursive=True)):
        print(path, json.dumps(yaml.load(open(path), Loader=yaml.BaseLoader)), sep="\\t")
    """

  private func files() throws -> [String: [String: Any]] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.program]
    process.currentDirectoryURL = ImportTests.root
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    var files: [String: [String: Any]] = [:]
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      files[String(parts[0])] =
        try JSONSerialization.jsonObject(with: Data(parts[1].utf8)) as? [String: Any]
    }
    return files
  }

  @Test func `each workflow reads only, ends in time, and runs targets of the Makefile`() throws {
    let workflows = try files().filter { $0.key.hasPrefix(".github/workflows/") }
    #expect(workflows.count == 2)
    let makefile = try String(
      contentsOf: ImportTests.root.appending(path: "Makefile"), encoding: .utf8)
    var commands: [String] = []
    for (path, workflow) in workflows {
      #expect(workflow["permissions"] as? [String: String] == ["contents": "read"], "\(path)")
      for case let job as [String: Any] in try #require(workflow["jobs"] as? [String: Any]).values {
        #expect(job["timeout-minutes"] != nil, "\(path)")
        let steps = try #require(job["steps"] as? [[String: Any]])
        commands += steps.compactMap { $0["run"] as? String }.filter { $0.hasPrefix("make ") }
      }
    }
    #expect(commands.contains("make test"))
    for command in commands {
      let target = command.dropFirst("make ".count).prefix { $0 != " " && $0 != "$" }
      #expect(
        makefile.split(separator: "\n").contains { line in
          line.first?.isLetter == true && line.contains(":")
            && line.prefix { $0 != ":" }.split(separator: " ").contains { $0.hasPrefix(target) }
        }, "\(command)")
    }
  }

  @Test func `each form has a name, and its fields have labels and ids of their own`() throws {
    let forms = try files().filter {
      $0.key.hasPrefix(".github/ISSUE_TEMPLATE/") && !$0.key.hasSuffix("/config.yml")
    }
    #expect(forms.count == 3)
    for (path, form) in forms {
      #expect(form["name"] is String && form["description"] is String, "\(path)")
      let fields = try #require(form["body"] as? [[String: Any]])
        .filter { $0["type"] as? String != "markdown" }
      let ids = fields.compactMap { $0["id"] as? String }
      #expect(!ids.isEmpty && Set(ids).count == fields.count, "\(path)")
      for field in fields {
        #expect((field["attributes"] as? [String: Any])?["label"] is String, "\(path)")
      }
    }
  }
}
