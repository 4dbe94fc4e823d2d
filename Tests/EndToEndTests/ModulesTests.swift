import Foundation
import TestSupport
import Testing

/// Modules in other processes, with a third-party server.
@Suite(.mayBlock) struct ModulesTests {
  /// The folder with the servers that `Tests/ModuleServers/install` installs.
  static let servers = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: ".build/mcp/bin").path

  static let clock = "\(servers)/mcp-server-time"

  /// A home to which the module `clock` is added.
  static func withClock() throws -> Sandbox {
    let sandbox = try Sandbox()
    let added = try sandbox.seashell("modules", "add", "clock", "--yes", "--", clock)
    guard added.status == 0 else { throw Sandbox.Failure(text: added.errors) }
    return sandbox
  }

  /// Adds a module that is a shell script, which ends as the test wants.
  static func add(_ script: String, to sandbox: Sandbox) throws -> String {
    try sandbox.file("server.py", script)
  }

  @Test func `an added server's tools are commands in scripts and at prompts`() throws {
    let sandbox = try Self.withClock()
    let single = try sandbox.seashell(
      "clock", "get-current-time", "Europe/Berlin", "-o", "json")
    #expect(single.status == 0)
    #expect(single.errors == "")
    #expect(
      single.output.contains(#""timezone": "Europe/Berlin""#)
        || single.output.contains(#""timezone":"Europe/Berlin""#))
    let script = try sandbox.seashell(
      input: """
        clock get_current_time UTC -o jsonl | grep -c timezone
        clock convert-time --source-timezone UTC --time 12:00 --target-timezone Asia/Tokyo \\
          -o json > tokyo.json
        """)
    #expect(script.output == "1\n")
    #expect(script.errors == "")
    #expect(
      try String(contentsOf: sandbox.home.appending(path: "tokyo.json"), encoding: .utf8)
        .contains("21:00"))
  }

  @Test func `help, completion and argument errors start no module`() throws {
    let sandbox = try Sandbox()
    let marker = sandbox.home.appending(path: "started").path
    let script = try sandbox.file(
      "clock.sh", "#!/bin/sh\necho started >> \(marker)\nexec \(Self.clock)\n")
    let added = try sandbox.seashell("modules", "add", "clock", "--yes", "--", "/bin/sh", script)
    #expect(added.status == 0, "\(added.errors)")
    func starts() throws -> Int {
      try String(contentsOfFile: marker, encoding: .utf8).split(separator: "\n").count
    }
    let before = try starts()
    #expect(try sandbox.seashell("help", "commands").output.contains("clock get-current-time"))
    #expect(
      try sandbox.seashell("help", "clock", "get-current-time").output.contains("TIMEZONE"))
    let wrong = try sandbox.seashell("clock", "get-current-time")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("TIMEZONE"))
    #expect(try starts() == before)
    #expect(try sandbox.seashell("clock", "get-current-time", "UTC").status == 0)
    #expect(try starts() == before + 1)
  }

  @Test func `--with adds a module for one run`() throws {
    let sandbox = try Sandbox()
    let single = try sandbox.seashell(
      "--with", "now=\(Self.clock) --local-timezone UTC", "now", "get-current-time", "UTC", "-o",
      "json")
    #expect(single.status == 0, "\(single.errors)")
    #expect(single.output.contains("UTC"))
    let script = try sandbox.seashell(
      "--with", "now=\(Self.clock)", "-c", "now get-current-time UTC -o jsonl | wc -l")
    #expect(script.output == "1\n")
    #expect(try sandbox.seashell("now", "get-current-time", "UTC").status == 2)
  }

  @Test(arguments: [
    ("now", 2, "--with takes NAME=COMMAND, not 'now'"),
    ("now=a | b", 2, "--with now: the command is one program"),
    ("now=/nowhere/server", 7, "the module 'now' broke"),
    ("print=\(Self.clock)", 1, "the shell's own command 'print'"),
  ])
  func `a wrong module of --with is named`(text: String, status: Int32, message: String) throws {
    let result = try Sandbox().seashell("--with", text, "print", "hello")
    #expect(result.status == status)
    #expect(result.errors.contains(message))
    #expect(result.output == "")
  }

  @Test func `a module's changed file is not started until it is trusted`() throws {
    let sandbox = try Sandbox()
    let script = try sandbox.file("clock.sh", "exec \(Self.clock)\n")
    let added = try sandbox.seashell("modules", "add", "clock", "--yes", "--", "/bin/sh", script)
    #expect(added.status == 0, "\(added.errors)")
    try sandbox.file("clock.sh", "exec \(Self.clock) --local-timezone UTC\n")
    let refused = try sandbox.seashell("clock", "get-current-time", "UTC")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("has changed"))
    #expect(try sandbox.seashell("modules", "trust", "clock").status == 0)
    #expect(try sandbox.seashell("clock", "get-current-time", "UTC").status == 0)
  }

  @Test func `a program's files are checked before each call`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.file(
      "hello.sh",
      """
      case "$1" in --seashell-describe) echo '{"tools":[{"name":"greet"}]}';; *) echo hello;; esac

      """)
    let added = try sandbox.seashell(
      "modules", "add", "hi", "--yes", "--program", "--", "/bin/sh", program)
    #expect(added.status == 0, "\(added.errors)")
    let result = try sandbox.seashell(
      "-c", "hi greet; ! sh -c 'echo echo no >> hello.sh'; hi greet")
    #expect(result.output == "hello\n")
    #expect(
      result.errors.contains("the module 'hi' is not started: its file '\(program)' has changed"))
    #expect(result.status == 1)
  }

  @Test func `mcp --read-only offers only tools trusted to be read-only`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.file(
      "hello.sh",
      """
      case "$1" in --seashell-describe) echo '{"tools":[
        {"name":"hi_greet","annotations":{"readOnlyHint":true}},{"name":"hi_write"}]}';;
      *) echo "$1"; echo "said $1" >&2;; esac

      """)
    let added = try sandbox.seashell(
      "modules", "add", "hi", "--yes", "--program", "--", "/bin/sh", program)
    #expect(added.output.contains("hi greet"), "\(added.errors)")
    let messages = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","#
        + #""capabilities":{},"clientInfo":{"name":"a","version":"1"}}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#, "",
    ].joined(separator: "\n")
    for (option, isOffered) in [
      (nil, false), ("--read-only-hints", true), ("--no-read-only-hints", false),
    ] {
      if let option {
        #expect(try sandbox.seashell("modules", "trust", "hi", option).status == 0)
      }
      let served = try Program.run(
        Program.seashell.path, ["mcp", "--read-only"], input: Data(messages.utf8),
        environment: sandbox.environment, directory: sandbox.home)
      #expect(served.output.contains("hi_greet") == isOffered, "\(served.output)")
      #expect(!served.output.contains("hi_write"))
    }
  }

  @Test func `modules log has a module's output in earlier shells`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.file(
      "hello.sh",
      """
      case "$1" in --seashell-describe) echo '{"tools":[{"name":"greet"}]}';;
      *) echo "plain $1"; echo "said $1 $$" >&2;; esac

      """)
    let added = try sandbox.seashell(
      "modules", "add", "hi", "--yes", "--program", "--", "/bin/sh", program)
    #expect(added.status == 0, "\(added.errors)")
    #expect(try sandbox.seashell("modules", "log", "hi").output == "")
    #expect(try sandbox.seashell("hi", "greet", "-o", "json").output == "\"plain greet\"\n")
    #expect(try sandbox.seashell("hi", "greet").output == "plain greet\n")
    let log = try sandbox.seashell("modules", "log", "hi").output.split(separator: "\n")
    #expect(log.count == 2 && log.allSatisfy { $0.hasPrefix("said greet ") })
  }

  @Test func `after three failures a module stays stopped until reloaded`() throws {
    let sandbox = try Sandbox()
    let marker = sandbox.home.appending(path: "broken").path
    let script = try sandbox.file(
      "clock.sh", "[ -e \(marker) ] && { echo no clock >&2; exit 3; }\nexec \(Self.clock)\n")
    let added = try sandbox.seashell("modules", "add", "clock", "--yes", "--", "/bin/sh", script)
    #expect(added.status == 0, "\(added.errors)")
    try sandbox.file("broken", "")
    let call = "clock get-current-time UTC -o jsonl\n"
    let result = try sandbox.seashell(
      "--keep-going", "-f",
      try sandbox.file(
        "calls.sea", String(repeating: call, count: 4) + "print on it goes\n"))
    let errors = result.errors.split(separator: "\n").filter { $0.contains("the module 'clock'") }
    #expect(errors.count == 4, "\(result.errors)")
    #expect(errors.prefix(3).allSatisfy { $0.contains("broke: it ended with status 3") })
    #expect(errors.last?.contains("stays stopped") == true)
    #expect(result.errors.contains("no clock"))
    #expect(result.output == "on it goes\n")
    #expect(result.status == 7)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `no process of a module outlives the shell`(signal: Int32) throws {
    let sandbox = try Sandbox()
    let file = sandbox.home.appending(path: "pid").path
    // It ignores the end of its input, so that only the shell can end it.
    let script = try sandbox.file(
      "deaf.py",
      """
      import json, os, signal, sys, time
      for line in sys.stdin:
          message = json.loads(line)
          answer = {"tools": [{"name": "wait", "inputSchema": {"type": "object"}}]}
          if message["method"] == "initialize":
              answer = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                        "serverInfo": {"name": "deaf", "version": "1"}}
          if message["method"] == "tools/call":
              signal.signal(signal.SIGTERM, signal.SIG_IGN)
              open("\(file)", "w").write(str(os.getpid()))
              print("waiting", file=sys.stderr, flush=True)
              while True: time.sleep(1000)
          if "id" in message:
              print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answer}), flush=True)
      """)
    let shell = try Conversation.pipes(
      ["-v", "--with", "deaf=/usr/bin/python3 \(script)", "deaf", "wait"], in: sandbox)
    try shell.hear("waiting")
    shell.send(signal)
    _ = try shell.end()
    let process = try #require(Int32(String(contentsOfFile: file, encoding: .utf8)))
    #expect(Self.ends(process))
  }

  /// Waits for the end of a process that is not a child, reaped or not.
  static func ends(_ process: Int32) -> Bool {
    (try? block(until: "the end of process \(process)") {
      let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      return status?.contains("State:\tZ") ?? true
    }) != nil
  }
}
