import Foundation
import Glibc
import Testing

/// Secrets in the process's variables.
extension ConfigurationTests {
  @Test func `the token cannot be read where the kernel shows a process's environment`() throws {
    let result = try Self.sandbox().seashell(
      "-c", "print x | sh -c 'cat /proc/$PPID/environ | tr \"\\\\0\" \"\\\\n\"'",
      environment: ["SEASHELL_TOKEN": "geheim-token", "OTHER": "kept"])
    // The files of a process without dumps belong to root.
    #expect((result.output.contains("OTHER=kept")) == (geteuid() == 0), "\(result.errors)")
    #expect(!result.output.contains("geheim"))
  }

  @Test func `a token is inherited by no program and read by no variable`() throws {
    let variables = ["SEASHELL_TOKEN": "geheimes-token"]
    let sandbox = try Self.sandbox()
    let programs = try sandbox.seashell("-c", "print x | env", environment: variables)
    #expect(programs.status == 0)
    #expect(programs.output.contains("HOME=") && !programs.output.contains("geheimes-token"))
    let variable = try sandbox.seashell("-c", "print $SEASHELL_TOKEN", environment: variables)
    #expect(variable.status != 0)
    for line in ["set", "let", "env show", "session login"] {
      let result = try sandbox.seashell("-v", "-c", line, environment: variables)
      #expect(!(result.output + result.errors).contains("geheimes-token"))
    }
    let files = try #require(FileManager.default.enumerator(atPath: sandbox.home.path))
    for case let name as String in files {
      let data = FileManager.default.contents(atPath: "\(sandbox.home.path)/\(name)") ?? Data()
      #expect(data.range(of: Data("geheimes-token".utf8)) == nil, "\(name)")
    }
  }

  @Test func `a variable that the configuration names is inherited by no program`() throws {
    func configuration(_ variable: String) -> String {
      """
      { environments: { qa: { baseURL: 'http://127.0.0.1:9', headers: { 'X-Key': { env: 'QA_KEY' } },
          auth: { type: 'bearer', token: { env: '\(variable)' } } } } }
      """
    }
    let variables = [
      "QA_KEY": "geheim-1", "QA_TOKEN": "geheim-2", "LATER": "geheim-3", "OTHER": "x",
    ]
    let sandbox = try Self.sandbox(configuration("QA_TOKEN"))
    let show = "print x | sh -c 'env; cat /proc/$PPID/environ | tr \"\\\\0\" \"\\\\n\"'"
    let shown = try sandbox.seashell("-c", show, environment: variables)
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.output.contains("OTHER=x") && shown.output.contains("LATER=geheim-3"))
    #expect(!shown.output.contains("geheim-1") && !shown.output.contains("geheim-2"))
    #expect(try sandbox.seashell("-c", "print $QA_KEY", environment: variables).status != 0)
    // After the shell changes the file, the file names another variable.
    try sandbox.file("later.json", configuration("LATER"))
    let home = sandbox.home.path
    let copy = "print x | cp '\(home)/later.json' '\(home)/config/seashell/config.json'"
    let edited = try sandbox.seashell(
      "-c", "\(copy); env add zz http://127.0.0.1:9; \(show)", environment: variables)
    #expect(edited.output.contains("OTHER=x"), "\(edited.errors)")
    #expect(!edited.output.contains("geheim"))
  }

  @Test func `a start token is used for the start environment only`() throws {
    let sandbox = try Self.sandbox()
    let variables = ["SEASHELL_TOKEN": "geheimes-token"]
    let own = try sandbox.seashell(
      "-e", "embedded", "-c", "session status", environment: variables)
    #expect(own.status == 4)
    #expect(own.errors.contains("embedded does not accept the token in SEASHELL_TOKEN"))
    let other = try sandbox.seashell(
      "-e", "qa", "-c", "env use embedded; session status", environment: variables)
    #expect(other.status == 4)
    #expect(other.errors.contains("not signed in on embedded"))
    try sandbox.signIn(to: "embedded")
    #expect(
      try sandbox.seashell(
        "-e", "qa", "-c", "env use embedded; session status | cut -f 3", environment: variables
      ).output == "demo\n")
  }
}
