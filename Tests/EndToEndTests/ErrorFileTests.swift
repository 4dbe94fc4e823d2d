import Foundation
import TestSupport
import Testing

/// `2>` and `2>>`: the content of the file, and of standard error.
@Suite(.mayBlock) struct ErrorFileTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let script: String
    var options: [String] = []
    let status: Int32
    /// The whole content of the file.
    var file: String
    /// All of standard error.
    var errors = ""

    var testDescription: String { script }
  }

  private static let missing = """
    -c:1: no product has the id 'p-999'; 'products list' shows them

    """

  private static let cases = [
    Case(
      script: "products show p-999 2> f", status: 3,
      file: missing + "  products show p-999 2> f\n  ^^^^^^^^^^^^^^^^^^^\n"),
    Case(
      script: "2> f products show p-999; print no", status: 3,
      file: missing + "  2> f products show p-999; print no\n       ^^^^^^^^^^^^^^^^^^^\n"),
    Case(
      script: "nosuch 2> f; nosuch 2>> f", options: ["--keep-going"], status: 2,
      file: """
        -c:1: 'nosuch' is not a command; see 'help' or 'help finding'
          nosuch 2> f; nosuch 2>> f
          ^^^^^^
        -c:1: 'nosuch' is not a command; see 'help' or 'help finding'
          nosuch 2> f; nosuch 2>> f
                       ^^^^^^

        """),
    Case(
      script: "products list --nope 2> f", status: 2,
      file: """
        -c:1: products list has no option '--nope'; see 'products list --help'
          products list --nope 2> f
                        ^^^^^^

        """),
    Case(
      script: "print $nope 2> f || print", status: 0,
      file: """
        -c:1: $nope is not defined; let nope = 'text'
          print $nope 2> f || print
                ^^^^^

        """),
    Case(
      script: "products show p-999 2> f", options: ["-o", "json"], status: 3,
      file: """
        {"error":{"status":3,"code":"not_found","message":"no product has the id 'p-999'",\
        "hint":"'products list' shows them","file":"-c","line":1}}

        """),
    Case(
      script: "products list --per-page 1 > /dev/null 2> f", status: 0,
      file: "1 of 52; --all lists every one\n"),
    Case(
      script: "let x = products show p-999 2> f", status: 3,
      file: missing + "  let x = products show p-999 2> f\n          ^^^^^^^^^^^^^^^^^^^\n"),
    // One file collects the errors of all stages, after any of them.
    Case(
      script: "products list 2> f | where nope = 1", status: 2,
      file: """
        -c:1: there is no field 'nope'; the fields are id, name, price, currency_code
          products list 2> f | where nope = 1
                                     ^^^^

        """),
    Case(
      script: "! sh -c 'echo x >&2; exit 3' | sh -c 'exit 4' 2> f", status: 4,
      file: """
        x
        -c:1: 'sh' ended with status 3
          ! sh -c 'echo x >&2; exit 3' | sh -c 'exit 4' 2> f
            ^^^^^^^^^^^^^^^^^^^^^^^^^^
        -c:1: 'sh' ended with status 4
          ! sh -c 'echo x >&2; exit 3' | sh -c 'exit 4' 2> f
                                         ^^^^^^^^^^^^^^

        """),
    Case(
      script: "products list | first 1 | each --keep-going ! sh -c 'echo x >&2; exit 3' 2> f",
      status: 3,
      file: """
        x
        record 1: 'sh' ended with status 3
        -c:1: 1 of 1 records failed
          products list | first 1 | each --keep-going ! sh -c 'echo x >&2; exit 3' 2> f
                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

        """),
    // It collects all errors of a sourced script, except those with a file of their own.
    Case(
      script: "source s.sea 2> f", options: ["--keep-going"], status: 2,
      file: """
        s.sea:2: no product has the id 'p-999'; 'products list' shows them
          products show p-999
          ^^^^^^^^^^^^^^^^^^^
        program

        """),
    Case(
      script: "products show p-999 2> f & wait || print", status: 0,
      file: """
        job 1: no product has the id 'p-999'; 'products list' shows them
          products show p-999 2> f
          ^^^^^^^^^^^^^^^^^^^

        """,
      errors: """
        -c:1: job 1 failed (3): products show p-999 2> f; 'jobs show 1' shows what it printed
          products show p-999 2> f & wait || print
                                     ^^^^

        """),
    // A block of 'try' has handled it.
    Case(
      script: "try { products show p-999 2> f } else { print }", status: 0,
      file: missing + """
          try { products show p-999 2> f } else { print }
                ^^^^^^^^^^^^^^^^^^^

        """),
    // A job that runs at the same time keeps standard error.
    Case(
      script: "! sh -c 'until [ -e g ]; do :; done; echo job >&2' & ! touch g; wait 2> f",
      status: 0, file: "", errors: "job\n"),
    // The error of opening the file itself cannot go elsewhere.
    Case(
      script: "products show p-999 2> nowhere/f", status: 1, file: "",
      errors: """
        -c:1: cannot write to 'nowhere/f': No such file or directory
          products show p-999 2> nowhere/f
                                 ^^^^^^^^^

        """),
    Case(
      script: "print a > nowhere/f 2> f", status: 1,
      file: """
        -c:1: cannot write to 'nowhere/f': No such file or directory
          print a > nowhere/f 2> f
                    ^^^^^^^^^

        """),
  ]

  @Test(arguments: cases)
  func `2> collects all errors and notices of its statement`(example: Case) throws {
    let sandbox = try Sandbox()
    try sandbox.file("f", "")
    try sandbox.file(
      "s.sea", "nosuch 2> own\nproducts show p-999\n! sh -c 'echo program >&2'\n")
    let result = try Program.run(
      Program.seashell.path, example.options + ["-c", example.script], input: Data(),
      environment: sandbox.environment, directory: sandbox.home)
    #expect(try sandbox.content("f") == example.file)
    #expect(result.errors == example.errors)
    #expect(result.status == example.status)
    #expect(!result.output.contains("no\n"))
  }

  @Test func `a script with 2> stops at a failure, and the file says where`() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("s.sea", "print one\nproducts show p-999 2>> f\nprint no\n")
    for count in 1...2 {
      let result = try sandbox.seashell("-f", file)
      #expect(result.status == 3)
      #expect(result.output == "one\n" && result.errors.isEmpty)
      let error = """
        \(file):2: no product has the id 'p-999'; 'products list' shows them
          products show p-999 2>> f
          ^^^^^^^^^^^^^^^^^^^

        """
      #expect(try sandbox.content("f") == String(repeating: error, count: count))
    }
  }

  @Test func `the runs of a rule write errors to the rule's 2> file`() throws {
    let sandbox = try Sandbox.signedIn()
    let result = try sandbox.seashell(
      "-c",
      """
      on api.data.inserted do products show p-999 2> f
      reviews add p-1 --rating 4 --comment x > /dev/null
      """)
    #expect(result.status == 0 && result.errors.isEmpty)
    let error = try sandbox.content("f")
    #expect(error.hasPrefix("job 1: no product has the id 'p-999'"))
  }

  @Test func `at a prompt, 2> collects errors and notices without colours`() throws {
    let sandbox = try Sandbox()
    let user = try PromptUser(in: sandbox)
    try user.seePrompt()
    try user.enter("products show p-999 2> f; print $?", seeing: "\n3\n")
    try user.enter("products list --per-page 1 > /dev/null 2>> f; print done", seeing: "done")
    try user.enter("products list --nope 2>> f; print $?", seeing: "\n2\n")
    #expect(
      try sandbox.content("f") == """
        no product has the id 'p-999'; 'products list' shows them
        1 of 52; 'products more' shows the next
        products list has no option '--nope'; see 'products list --help'
          products list --nope 2>> f; print $?
                        ^^^^^^

        """)
    #expect(!user.screen.text.contains("no product") && !user.screen.text.contains("1 of 52"))
    try user.enter("products show p-999 2> nowhere/f", seeing: "cannot write to 'nowhere/f'")
    try user.enter("products show p-999", seeing: "no product has the id 'p-999'")
  }
}

extension Sandbox {
  fileprivate func content(_ name: String) throws -> String {
    try String(contentsOf: home.appending(path: name), encoding: .utf8)
  }
}
