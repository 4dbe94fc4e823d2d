import ShellCommands
import ShellTestSupport
@testable import ShellOutput
@testable import ShellRuntime
@testable import SeashellTesting
import Testing

/// What is stored and shown of a line with a secret.
@MainActor
@Suite struct SecretTests {
  /// A shell with a module whose `open` has secret words, and whose `list` has a secret option.
  private static func shell() throws -> TestShell {
    let test = TestShell()
    try test.shell.modules.load(
      SampleModule(
        "vault",
        commands: [
          Immediate(
            specification: .init(
              "open", abstract: "Open it",
              options: [.init("user", value: "NAME", "who")]
            ).withSecretWords()
          ) { _ in },
          Immediate(
            specification: .init(
              "list", abstract: "List it", arguments: [.init("WHAT", "which", isRequired: false)],
              options: [
                .init("key", short: "k", value: "K", "secret").secret(),
                .init("pass-phrase", value: "P", "secret").secret(),
                .init("kind", value: "K", "not secret"),
                .init(flag: "all", short: "a", "every one"),
              ])
          ) { _ in },
        ]))
    return test
  }

  /// Lines that contain `s3cret`, with all kinds of errors.
  nonisolated static let lines = [
    "vault open s3cret", "vault open --user demo --password s3cret", "vault open --s3cret",
    "vault open --user=demo --password=s3cret", "vault open -p s3cret", "vault open -ps3cret",
    "vault open -o xml s3cret", "vault open s3cret $nosuch", "vault open \"s3cret $nosuch\"",
    "vault open s3cret 'x", "vault open 's3cret", "vault open \"s3cret", "vault open s3cret `x`",
    "vault open s3cret $(x)", "vault open s3cret &", "vault open << s3cret",
    "vault open s3cret < a",
    "vault open <a s3cret", "vault open s3cret \\",
    "vault open s3cret |", "vault open s3cret >", "vault open s3cret > a > b",
    "vault \\\nopen s3cret 'x", "vault open \\\ns3cret 'x", "vault open demo 'a\ns3cret'",
    "va'ult' open s3cret", "v\\ault \"open\" s3cret", "va'ult' op\\en s3cret 'x",
    "va\\\nult open s3cret 'x", "vault\topen\ts3cret", "print a; vault open s3cret",
    "nosuch && vault open s3cret", "vault open s3cret || nosuch", "vault open s3cret; nosuch",
    "watch vault open s3cret", "watch --every 5 vault open s3cret",
    "time vault open s3cret", "time time vault open s3cret", "time -o xml vault open s3cret",
    "vault open s3cret | cat", "print s3cret | vault open --user demo",
    "print a | time vault open s3cret",
    "vault open s3cret > /nowhere/x", "> /nowhere/x vault open s3cret",
    "v s3cret", "w open s3cret", "t vault open s3cret", "print a && v s3cret 'x",
    "alias x = 'vault open s3cret", "alias x = vault open s3cret", "let x = vault open s3cret",
    "alias a-b = 'vault open s3cret'", "nosuch # vault open s3cret",
    "nosuch &&\n# vault open s3cret\nx",
    "vault opne s3cret", "vualt open s3cret", "opne s3cret", "vault s3cret",
    "vault 'x y' s3cret", "$v open s3cret", "time $v open s3cret", "vault $v s3cret",
    "va$v open s3cret 'x",
    "vault list pass_phrase=s3cret x y", "vault list x pass-phrase='s3cret",
    "vault list key=s3cret",
    "vault list --pass_phrase s3cret x y", "vault list --pass_phrase=s3cret x y",
    "vault list --key s3cret --bogus", "vault list --key=s3cret x y", "vault list -k s3cret x y",
    "vault list -ks3cret x y", "vault list -aks3cret x y", "vault list x --kye s3cret",
    "vault list --kys3cret", "vault list --kind 'a;b' --key s3cret 'x",
    "vault list --key a s3cret b", "time vault list --key s3cret --bogus",
    "vault list --k'e'y s3cret 'x", "vault list -- x --key s3cret",
    "vault list -- x --zone; vault open s3cret",
    // A word with a credential's name is secret in any command.
    "nosuch --token s3cret", "nosuch --api-key=s3cret", "print password=s3cret 'x",
    "print 'a?b=1&access_token=s3cret' 'x", "print a?key=s3cret 'x", "print --query key=s3cret 'x",
    "let password = s3cret 'x", "print client_secret:=s3cret 'x", "nosuch apiKey=s3cret",
    #"print '{"password": "s3cret"}' 'x"#, "print X-Api-Key:s3cret 'x",
    "print --token s3cret > /nowhere/x", "let user[password] = s3cret",
  ]

  @Test(arguments: [
    "print keyword=a", "print page_token=a", "print 'the token: it is'", "let key = 3",
    "print http://a.test/?page=2", "print --show-secret", "print token_type=a a:b c=d :=",
    "print 'a=b' '?' '=' ':' '&=' --", "let token_count = 5",
  ])
  func `A line without a secret is kept in the history`(line: String) async throws {
    let test = try Self.shell()
    let reader = ScriptedLineReader([.line(line), .leave])
    _ = await test.type(reader)
    #expect(reader.statements == [line])
  }

  @Test(arguments: lines)
  func `A secret is neither kept nor shown while its module is unloaded`(line: String)
    async throws
  {
    let test = try Self.shell()
    try test.shell.modules.unload("vault")
    test.shell.aliases = [
      "v": try Alias("vault open"), "w": try Alias("vault"), "t": try Alias("time"),
    ]
    let reader = ScriptedLineReader(
      line.split(separator: "\n").map { .line(String($0)) } + [.leave])
    let typed = await test.type(reader)
    #expect(!reader.statements.joined().contains("s3cret"))
    #expect(!typed.errors.contains("s3cret"), "\(typed.errors)")
  }

  @Test(arguments: lines)
  func `A secret is neither kept nor shown, whatever the errors in its line`(line: String)
    async throws
  {
    for format in ["auto", "json"] {
      let test = try Self.shell()
      test.shell.aliases = [
        "v": try Alias("vault open"), "w": try Alias("vault"), "t": try Alias("time"),
      ]
      test.settings.keepsGoing = true
      test.settings.output = OutputFormat(rawValue: format)
      let reader = ScriptedLineReader(
        line.split(separator: "\n").map { .line(String($0)) } + [.leave])
      let typed = await test.type(reader)
      #expect(!reader.statements.joined().contains("s3cret"))
      let script = await test.run("\(line)\n")
      for outcome in [typed, script] {
        #expect(!outcome.output.contains("s3cret"))
        #expect(!outcome.errors.contains("s3cret"), "\(outcome.errors)")
      }
    }
  }

  @Test func `The rest of a paste after a broken line with a secret is not run`() async throws {
    let test = try Self.shell()
    let reader = ScriptedLineReader([
      .line("print a\nvault open \"x$(\ns3cret\"; print b\nprint c"), .line("print d"),
    ])
    let outcome = await test.type(reader)
    #expect(outcome.output == "a\nd\n")
    #expect(!outcome.errors.contains("s3cret"))
    #expect(reader.statements == ["print a", "print d"])
  }

  @Test(
    "A line that only resembles a secret is kept and shown",
    arguments: [
      "vault open", "vault list", "vault list --kind a -a", "vault list --kind b | cat -n",
      "print 'vaults are open'", "print $nosuch open x", "shop list 3 # in the vault",
      "shop list --all", "nosuch x", "vault --help", "vault list -- x --zone y",
    ])
  func harmless(line: String) async throws {
    let test = try Self.shell()
    let reader = ScriptedLineReader([.line(line)])
    let outcome = await test.type(reader)
    #expect(reader.statements == [line])
    #expect(!outcome.errors.contains("…"))
  }

  @Test(arguments: [
    (
      "vault open demo s3cret; nosuch",
      "'nosuch' is not a command; see 'help' or 'help finding'\n  vault open …; nosuch\n                ^^^^^^\n"
    ),
    (
      "vault open --pass s3cret",
      "vault open has no such option; see 'vault open --help'\n  vault open …\n             ^\n"
    ),
    (
      "vault list --key ää --bogus && print no",
      "vault list has no option '--bogus'; see 'vault list --help'\n  vault list … && print no\n             ^\n"
    ),
    (
      "print a; vault open 'ä",
      "the quote ' that begins here is never closed\n  print a; vault open …\n                      ^\n"
    ),
    (
      "vault open \\\na \\\nb; nosuch",
      "'nosuch' is not a command; see 'help' or 'help finding'\n  ; nosuch\n    ^^^^^^\n"
    ),
  ])
  func `Only the secret in a line is masked, and the caret stays in place`(
    line: String, text: String
  )
    async throws
  {
    let test = try Self.shell()
    test.settings.keepsGoing = true
    let errors = await test.run(line).errors
    let place = line.contains("\n") ? "test:3: " : "test:1: "
    #expect(errors.hasSuffix(place + text), "\(errors)")
  }

  @Test(
    "A statement is scanned for secrets once, however often it names an alias",
    arguments: ["print '\(words)'", "print '\(words)", words, words.replacing(" ", with: ";")])
  func aliases(statement: String) async throws {
    let test = try Self.shell()
    let long = String(repeating: " mug", count: 10_000)
    test.shell.aliases = [
      "a": try Alias("shop list\(long)"), "mug": try Alias("print a\(long)"),
      "b": try Alias("a mug b"),
    ]
    #expect(!SecretGuard(test.shell).isSecret(statement))
  }

  nonisolated static let words = Array(repeating: "a mug b", count: 10_000).joined(separator: " ")
}
