import TestSupport
import Testing

/// Effects of a module's schemas on the shell.
@Suite(.mayBlock) struct ModuleSchemaTests {
  /// A program with a command `check WORD`, whose word has a pattern.
  private func program(_ pattern: String, in sandbox: Sandbox) throws {
    let path = try sandbox.file(
      "words.sh",
      """
      #!/bin/sh
      [ "$1" = --seashell-describe ] || exec cat
      cat <<'END'
      {"tools": [{"name": "check", "inputSchema": {"type": "object", "required": ["word"],
        "properties": {"word": {"type": "string", "pattern": "\(pattern)"}}}}]}
      END
      """)
    let added = try sandbox.seashell(
      "modules", "add", "words", "--program", "--yes", "--", "/bin/sh", path)
    guard added.status == 0 else { throw Sandbox.Failure(text: added.errors) }
  }

  @Test func `a pattern that takes too long is one line and status 7`() throws {
    let sandbox = try Sandbox()
    try program("^(((a*b*c*d*e*)*){250})+z$", in: sandbox)
    let letters = String(repeating: "abcde", count: 60) + "z!"
    let result = try sandbox.seashell("words", "check", letters)
    #expect(result.status == 7)
    #expect(
      result.errors
        == "seashell: the module's pattern '^(((a*b*c*d*e*)*){250})+z$' takes too long to match this"
        + " text; use another text, or ask the module's author for a simpler pattern\n")
    #expect(result.output.isEmpty)
    let data = try sandbox.seashell(
      "-c", "print '{\"w\":\"\(letters)\"}' | from json | each words check $it.w")
    #expect(data.status == 7, "\(data.errors)")
    #expect(data.errors.contains("takes too long to match this text"))
    // Other values of the same command are still checked.
    #expect(try sandbox.seashell("words", "check", "abz", "-o", "json").output.contains("abz"))
    #expect(try sandbox.seashell("words", "check", "x").status == 2)
  }

  @Test func `ECMAScript patterns are checked, unreadable ones left to the module`()
    throws
  {
    let sandbox = try Sandbox()
    try program(#"^(?=.*[0-9])\\p{Lu}[\\w-.]+$"#, in: sandbox)
    #expect(try sandbox.seashell("words", "check", "Äa-1").status == 0)
    #expect(try sandbox.seashell("words", "check", "äa-1").status == 2)
    let other = try Sandbox()
    try program("(?i)^a$", in: other)
    #expect(try other.seashell("words", "check", "b").status == 0)
  }

  @Test func `an equivalent schema counts as unchanged`() throws {
    let sandbox = try Sandbox()
    let server = """
      import json, os, sys
      keys = '"minimum": 0.0, "maximum": 1e2, "type": "number", "default": 100.0'
      if os.path.exists("other"):
          keys = '"type": "number", "default": 100, "minimum": 0, "maximum": 100.00'
      for line in sys.stdin:
          request = json.loads(line)
          if "id" not in request:
              continue
          if request["method"] == "initialize":
              result = json.dumps({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                "serverInfo": {"name": "w2", "version": "1"}})
          elif request["method"] == "tools/list":
              result = ('{"tools":[{"name":"scale","inputSchema":{"type":"object","properties":'
                '{"by":{%s}}}}]}' % keys)
          elif request["method"] == "tools/call":
              result = json.dumps({"content": [{"type": "text", "text": "done"}]})
          else:
              print('{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}'
                % json.dumps(request["id"]), flush=True)
              continue
          print('{"jsonrpc":"2.0","id":%s,"result":%s}' % (json.dumps(request["id"]), result),
            flush=True)

      """
    let path = try sandbox.file("server.py", server)
    let added = try sandbox.seashell(
      "modules", "add", "w2", "--yes", "--", "/usr/bin/python3", path)
    #expect(added.status == 0, "\(added.errors)")
    for _ in 1...2 {
      let called = try sandbox.seashell("w2", "scale")
      #expect(called.output == "done\n")
      #expect(called.errors == "")
    }
    try sandbox.file("other", "")
    #expect(try sandbox.seashell("w2", "scale").errors == "")
  }
}
