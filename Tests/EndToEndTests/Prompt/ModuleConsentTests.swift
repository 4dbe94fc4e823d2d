import Foundation
import TestSupport
import Testing

/// The user's consent before a module is started for the first time.
@Suite(.mayBlock) struct ModuleConsentTests {
  private static let server = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "ModuleServers/misbehave.py").path

  /// A home with a list of servers, each of which writes its process id to a folder when it is started.
  private static func sandbox(_ names: String..., environment: String = "{}") throws -> Sandbox {
    let sandbox = try Sandbox()
    let servers = try names.map { name in
      let folder = sandbox.home.appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try sandbox.file("\(name)/mode", "well")
      return """
        "\(name)": {"command": "/usr/bin/python3", "args": ["\(server)", "--folder=\(folder.path)"],
          "env": \(environment)}
        """
    }
    try sandbox.file("servers.json", "{\"mcpServers\": {\(servers.joined(separator: ",\n"))}}")
    return sandbox
  }

  /// Whether a server was started.
  private static func hasRun(_ name: String, in sandbox: Sandbox) -> Bool {
    FileManager.default.fileExists(
      atPath: sandbox.home.appending(path: "\(name)/processes").path)
  }

  private static let loader = """
    {"LD_PRELOAD": "/proc/nonexistent/x.so", "API_TOKEN": "hush", "ZONE": "${HOME}",
     "LINE": "a\\n  program      /bin/true\\u001b[2J"}
    """

  @Test(arguments: [false, true])
  func `a module is not started before the user agrees`(atPrompt: Bool) throws {
    let sandbox = try Self.sandbox("clock", environment: Self.loader)
    let words = ["modules", "add", "clock", "--from", "servers.json"]
    for (answer, isAgreed) in [("n", false), ("", false), ("y", true)] {
      let user =
        try atPrompt
        ? PromptUser.atPrompt(in: sandbox, columns: 200)
        : PromptUser(["-q"] + words, in: sandbox, columns: 200)
      if atPrompt { try user.type(words.joined(separator: " ") + "\r") }
      try user.seeCursor(between: "Start it, and add it as 'clock'? [y/N] ")
      #expect(!Self.hasRun("clock", in: sandbox))
      let lines = user.screen.lines
      for line in [
        "this program would run with your rights:", "  program      /usr/bin/python3",
        "  arguments    \(Self.server) --folder=\(sandbox.home.path)/clock",
        "  variables    API_TOKEN=…",
        #"               LINE='a\n  program      /bin/true\u{1B}[2J'"#,
        "               LD_PRELOAD=/proc/nonexistent/x.so (changes what code programs run)",
        "               ZONE='${HOME}'", "  may request  nothing",
      ] {
        #expect(lines.contains(line), "\(line)\n\(user.screen.text)")
      }
      try user.type(answer + "\r")
      try user.see(isAgreed ? "clock go" : "nothing was started, and nothing was changed")
      if atPrompt { try user.seePrompt() } else { #expect(try user.end() == (isAgreed ? 0 : 1)) }
      #expect(Self.hasRun("clock", in: sandbox) == isAgreed)
    }
    #expect(try sandbox.seashell("clock", "go").output == "well\n")
  }

  @Test func `Ctrl-C at the question about a module starts nothing`() throws {
    let sandbox = try Self.sandbox("clock")
    let user = try PromptUser(
      ["modules", "add", "clock", "--from", "servers.json"], in: sandbox, columns: 200)
    try user.seeCursor(between: "Start it, and add it as 'clock'? [y/N] ")
    try user.type("\u{03}")
    #expect(try user.end() == 130)
    #expect(!Self.hasRun("clock", in: sandbox))
  }

  @Test func `each server of a list is agreed to separately`() throws {
    let sandbox = try Self.sandbox("one", "two")
    let user = try PromptUser.atPrompt(in: sandbox, columns: 200)
    for (name, answer) in [("one", "n"), ("two", "y")] {
      try user.type("modules add \(name) --from servers.json\r")
      try user.seeCursor(between: "Start it, and add it as '\(name)'? [y/N] ")
      #expect(user.screen.text.contains("--folder=\(sandbox.home.path)/\(name)\n"))
      try user.type(answer + "\r")
      try user.seePrompt()
    }
    #expect(!Self.hasRun("one", in: sandbox) && Self.hasRun("two", in: sandbox))
  }

  @Test func `modules add in a script needs --yes`() throws {
    let sandbox = try Self.sandbox("clock")
    let refused = try sandbox.seashell(input: "modules add clock --from servers.json\n")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("pass --yes"))
    #expect(!Self.hasRun("clock", in: sandbox))
    let added = try sandbox.seashell(input: "modules add clock --yes --from servers.json\n")
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.output.contains("  runs         /usr/bin/python3 "))
    #expect(Self.hasRun("clock", in: sandbox))
  }
}
