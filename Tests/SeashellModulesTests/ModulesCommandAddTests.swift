import Glibc
import SeashellKit
@testable import SeashellModules
import SeashellTesting
import Testing

@MainActor
@Suite struct ModulesCommandAddTests {
  private let bench: ModulesBench
  private var program: String { bench.folder.file("mcp-server-time") }

  init() throws { bench = try ModulesBench() }

  @Test func `modules add shows a server's offer, and records it`() async throws {
    let result = await bench.run(
      "modules add clock --yes --allow 'GET /products/**' --allow events"
        + " -- mcp-server-time --zone UTC; clock get-time")
    #expect(
      result.output == """
        clock: mcp-time 1.0, MCP 2025-11-25
          runs         \(program) --zone UTC
          rights       yours: it can do all that you can
          may request  GET /products/**, events

        Its commands
          clock get-time  Tell the time
          clock reset     Set the clock to zero (may destroy data, as the module says)
        get-time

        """, "\(result.output)")
    #expect(result.errors == "added; 'help clock' lists its commands\n")
    let record = try #require(bench.control.records.first)
    #expect(record.source == .server([program, "--zone", "UTC"]))
    #expect(record.allows == ["GET /products/**", "events"])
    #expect(record.digests.keys.sorted() == [program])
    #expect(record.abstract == "mcp-time 1.0")
    #expect(record.isEnabled && !record.isInDevelopment)
  }

  @Test func `modules add shows the command line before it is started`() async {
    bench.console.answers = ["no"]
    let line = "modules add clock --allow events --env ZONE=UTC -- mcp-server-time --loud"
    let declined = await bench.run(line)
    #expect(declined.status == 1)
    #expect(declined.errors.hasPrefix("test:1: nothing was started, and nothing was changed"))
    #expect(declined.output == "")
    #expect(bench.control.records.isEmpty && bench.control.started.isEmpty)
    #expect(
      bench.console.notices == [
        "this program would run with your rights:", "  program      \(program)",
        "  arguments    --loud", "  variables    ZONE=UTC", "  may request  events",
      ])
    bench.console.answers = ["yes"]
    let added = await bench.run(line)
    #expect(added.status == 0)
    #expect(added.output.hasPrefix("clock: mcp-time 1.0, MCP 2025-11-25\n\nIts commands\n"))
    #expect(bench.control.records.map(\.name) == ["clock"])
    #expect(
      bench.console.questions == Array(repeating: "Start it, and add it as 'clock'?", count: 2))
  }

  @Test(arguments: [
    ("ZONE=a b", "ZONE='a b'"), ("ZONE=${HOST:-x}", "ZONE='${HOST:-x}'"), ("ZONE=", "ZONE=''"),
    ("API_KEY=${KEY}", "API_KEY='${KEY}'"),
    ("API_KEY=${file:~/key}", "API_KEY='${file:~/key}'"),
    ("API_KEY=", "API_KEY=''"), ("GIT_ASKPASS=/x/y", "GIT_ASKPASS=/x/y"),
    ("LD_PRELOAD=./x.so", "LD_PRELOAD=./x.so (changes what code programs run)"),
    ("PYTHONSTARTUP=x.py", "PYTHONSTARTUP=x.py (changes what code programs run)"),
    ("NODE_OPTIONS=-r ./x", "NODE_OPTIONS='-r ./x' (changes what code programs run)"),
    ("ENV=x", "ENV=x (changes what code programs run)"), ("ENVIRONMENT=x", "ENVIRONMENT=x"),
  ])
  func `modules add shows a variable's value, unless it is a credential`(
    variable: String, shown: String
  ) async {
    bench.console.answers = ["no"]
    _ = await bench.run("modules add clock --env '\(variable)' -- mcp-server-time")
    #expect(bench.console.notices.contains("  variables    \(shown)"), "\(bench.console.notices)")
  }

  @Test(arguments: [
    ("let v = 'ZONE=${file:~/key}'; modules add clock --env $v", "ZONE='$${file:~/key}'"),
    ("let v = '${HOST}'; modules add clock --env ZONE=$v", "ZONE='$${HOST}'"),
    ("let v = 'x'; modules add clock --env \"ZONE=\\${HOST}$v\"", "ZONE='${HOST}x'"),
  ])
  func `data in a module's variables names no file and no variable`(
    line: String, shown: String
  ) async {
    bench.console.answers = ["no"]
    _ = await bench.run("\(line) -- mcp-server-time")
    #expect(bench.console.notices.contains("  variables    \(shown)"), "\(bench.console.notices)")
  }

  @Test func `modules add asks for a variable without a value`() async throws {
    bench.console.answers = ["", "hu$${sh"]
    let result = await bench.run("modules add clock --yes --env API_KEY -- mcp-server-time")
    #expect(result.status == 0, "\(result.errors)")
    #expect(bench.console.questions == ["API_KEY", "API_KEY"])
    let record = try #require(bench.control.records.first)
    #expect(record.variables == ["API_KEY": "${secret:env API_KEY}"])
    let started = try record.expanded(secrets: record.secrets) { _ in nil }
    #expect(started.variables == ["API_KEY": "hu$${sh"])
    #expect(!result.output.contains("sh{") && !(result.output + result.errors).contains("hu$"))
  }

  @Test func `modules add warns that a secret on a command line is visible`() async {
    let result = await bench.run(
      "modules add clock --yes -- mcp-server-time --api-key '${KEY}'")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.errors.hasPrefix(
        "other users can see the value of '--api-key' in the list of processes"),
      "\(result.errors)")
  }

  @Test func `modules add shows a remote server before it connects`() async throws {
    try bench.folder.write(
      "mcp.json",
      #"""
      {"mcpServers": {"far": {"url": "https://example.com/mcp",
        "headers": {"X-Api-Key": "hush", "X-Trace": "on", "Cookie": "${KEY}"}}}}
      """#)
    bench.console.answers = ["no"]
    #expect(
      await bench.run("modules add far --from \(bench.folder.file("mcp.json"))").status == 1)
    #expect(
      bench.console.notices == [
        "this server would be connected to:", "  address      https://example.com/mcp",
        "  headers      Cookie: '${KEY}'", "               X-Api-Key: …",
        "               X-Trace: on", "  may request  nothing",
      ])
    #expect(bench.console.questions == ["Connect to it, and add it as 'far'?"])
    #expect(bench.control.started.isEmpty)
  }

  @Test func `modules add refuses a server list that is too large or no file`() async throws {
    try bench.folder.write("large.json", String(repeating: " ", count: 1 << 20) + "{}")
    #expect(mkfifo(bench.folder.file("pipe"), 0o600) == 0)
    for (file, reason) in [
      (bench.folder.file("large.json"), "it is larger than 1 MiB"),
      (bench.folder.file("pipe"), "it is not a regular file"),
      ("/dev/zero", "it is not a regular file"), (bench.folder.path, "Is a directory"),
    ] {
      let result = await bench.run("modules add clock --yes --from \(file)")
      #expect(result.status == 1)
      #expect(result.errors.hasPrefix("test:1: cannot read '\(file)': \(reason)\n"))
    }
  }

  @Test func `modules add starts nothing if the user cannot be asked`() async {
    let result = await bench.run("modules add clock -- mcp-server-time")
    #expect(result.status == 2)
    #expect(result.errors.contains("pass --yes"))
    #expect(bench.control.started.isEmpty)
  }

  @Test func `modules add records programs, remote servers and development`()
    async throws
  {
    try bench.program("hello.sh")
    for line in [
      "modules add hello --yes --program ./hello.sh --dev",
      "modules add far --yes --url 'https://${HOST}/mcp' --token-env FAR_TOKEN",
      "modules add clock --yes --env A=1 --env 'B=${SECRET:-x}=2' -- mcp-server-time",
    ] {
      let result = await bench.run(line)
      #expect(result.status == 0, "\(result.errors)")
    }
    let (clock, far, hello) = (
      bench.control.records[0], bench.control.records[1], bench.control.records[2]
    )
    #expect(hello.source == .program([bench.folder.file("hello.sh")]))
    #expect(hello.isInDevelopment && hello.digests.isEmpty)
    #expect(far.source == .remote(url: "https://${HOST}/mcp", headers: [:]))
    #expect(far.tokenVariable == "FAR_TOKEN")
    #expect(clock.variables == ["A": "1", "B": "${SECRET:-x}=2"])
  }

  @Test(arguments: [
    ("modules add", "modules add needs a NAME; modules add NAME -- WORD…, or"),
    ("modules add x", "the module's command line is missing; put it after '--', such as '-- mcp"),
    ("modules add x -- nothing", "no program on PATH is called 'nothing'"),
    ("modules add x nothing --zone", "modules add has no option '--zone'"),
    ("modules add a/b -- mcp-server-time", "a module's name must be letters, digits"),
    ("modules add help -- mcp-server-time", "'help' is a command of the shell; choose another"),
    (
      "modules add env -- mcp-server-time",
      "'env' is a module of the shell: Choose an environment; choose another name"
    ),
    ("modules add modules -- mcp-server-time", "'modules' is a module of the shell: Manage"),
    (
      "modules add x --url https://a -- mcp-server-time",
      "a module has either --url or a command line"
    ),
    ("modules add x --url https://a --program", "--program needs a command line, not --url"),
    ("modules add x --url ftp://a", "'ftp://a' is not the address of a server; it begins with"),
    ("modules add x --token-env T -- mcp-server-time", "--token-env is for a remote server"),
    ("modules add x --allow GET -- mcp-server-time", "cannot read the rule 'GET'; write METHOD"),
    (
      "modules add x --allow events --allow 'GTE /a' -- mcp-server-time",
      "cannot read the rule 'GTE /a'; write METHOD"
    ),
    ("modules add x --env =1 -- mcp-server-time", "--env takes NAME=VALUE, or NAME"),
    (
      "modules add x --env API_KEY=hush -- mcp-server-time",
      "the variable 'API_KEY' is a secret, which others can see in an argument; write --env API_KEY"
        + " to be asked for it, or --env 'API_KEY=${API_KEY}' for a variable of the shell"
    ),
    (
      "modules add x --env 'API_KEY=${KEY:-hush}' -- mcp-server-time",
      "the variable 'API_KEY' is a secret"
    ),
    (
      "modules add x -- mcp-server-time --api-key hush",
      "the value of '--api-key' is a secret, which others can see in an argument"
    ),
    ("modules add x --url 'https://a/?key=hush'", "'key' of the address is a secret"),
    ("modules check --env API_KEY=hush -- mcp-server-time", "the variable 'API_KEY' is a secret"),
    ("modules add x --env A=1 --env A=2 -- y", "the variable 'A' is given twice"),
    ("modules add x -- '${NONE}/server'", "the variable 'NONE' is not defined"),
    (
      "modules add x --from /proc/nonexistent",
      "cannot read '/proc/nonexistent': No such file or directory"
    ),
  ])
  func `an impossible modules add starts nothing`(line: String, message: String) async {
    let result = await bench.run(line)
    #expect([1, 2].contains(result.status))
    #expect(result.errors.hasPrefix("test:1: \(message)"), "\(result.errors)")
    #expect(bench.control.started.isEmpty)
  }

  @Test func `modules add with a known name says what it is`() async throws {
    try await bench.addClock()
    let result = await bench.run("modules add clock --yes -- mcp-server-time")
    #expect(
      result.errors == """
        test:1: the module 'clock' is added already: \(program); modules remove clock
          modules add clock --yes -- mcp-server-time
                      ^^^^^

        """)
  }

  @Test func `modules add does not record a server that fails`() async {
    bench.control.failure = ShellError(.pluginBroke, "the module 'clock' broke: it ended")
    let result = await bench.run("modules add clock --yes -- mcp-server-time")
    #expect(result.status == 7)
    #expect(bench.control.records.isEmpty)
  }

  @Test func `modules add keeps a server's texts on their lines`() async {
    bench.control.probe = ModuleProbe(
      offer: ProviderOffer(title: "a\n  rights  none", dialect: "MCP"), tools: [],
      commands: [.init("x", abstract: "b\r\n  rights  none")])
    let lines = await bench.run("modules add clock --yes -- mcp-server-time").output
      .split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("  rights") } == 1)
  }

  @Test func `modules add reads another client's servers`() async throws {
    try bench.folder.write(
      "mcp.json",
      #"""
      {"mcpServers": {
        "clock": {"command": "mcp-server-time", "args": ["--zone", "UTC"], "cwd": "/"},
        "far": {"url": "https://example.com/mcp", "headers": {"X-Key": "${KEY}"}},
        "old": {"type": "sse", "url": "https://example.com/sse"}}}
      """#)
    let file = bench.folder.file("mcp.json")
    let added = await bench.run("modules add clock --yes --from \(file)")
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.errors.hasPrefix("not used of the server 'clock': 'cwd'\n"))
    #expect(bench.control.records.first?.source == .server([program, "--zone", "UTC"]))
    let list = await bench.run("modules add --from \(file)")
    #expect(
      list.output == """
        clock\tmcp-server-time --zone UTC\ttrue\t
        far\thttps://example.com/mcp\tfalse\t
        old\t\tfalse\t\(file):4: the server 'old' has the type 'sse', which servers have given up

        """)
    let renamed = await bench.run("modules add away --yes --from \(file) far")
    #expect(renamed.status == 0, "\(renamed.errors)")
    #expect(
      bench.control.records.first?.source
        == .remote(url: "https://example.com/mcp", headers: ["X-Key": "${KEY}"]))
    let unknown = await bench.run("modules add moon --yes --from \(file)")
    #expect(unknown.errors.contains("has no server 'moon'; it has 'clock', 'far', 'old'"))
  }
}
