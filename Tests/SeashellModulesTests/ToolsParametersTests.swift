@testable import SeashellModules
import SeashellKit
import ShellCommands
import ShellOutput
import Testing

@Suite struct ToolsParametersTests {
  @Test func `The tools of mcp-server-time are commands`() throws {
    let tool = try SampleTool(
      #"""
      {"name":"convert_time","description":"Convert time between timezones","inputSchema":
      {"properties":{"source_timezone":{"description":"Source IANA timezone name (e.g., 'America/New_York', 'Europe/London'). Use 'Etc/UTC' as local timezone if no source timezone provided by the user.","title":"Source Timezone","type":"string"},
      "time":{"description":"Time to convert in 24-hour format (HH:MM)","type":"string"},
      "target_timezone":{"title":"Target Timezone","type":"string"}},
      "required":["source_timezone","time","target_timezone"],"type":"object"}}
      """#)
    #expect(tool.specification.problem == nil)
    #expect(
      HelpText(tool.specification, path: "m convert-time").text(in: TextLayout(width: 100)) == """
        Convert time between timezones

        Usage:
          m convert-time SOURCE-TIMEZONE TIME TARGET-TIMEZONE [--json JSON] [--save FILE]

        Arguments:
          SOURCE-TIMEZONE  Source IANA timezone name (e.g., 'America/New_York', 'Europe/London') (also
                           --source-timezone)
          TIME             Time to convert in 24-hour format (HH:MM) (also --time)
          TARGET-TIMEZONE  Target Timezone (also --target-timezone)

        Options:
              --json JSON      Give all arguments at once; others are added to them (a JSON object)
              --save FILE      Keep an image, a sound or a file of the result in FILE
          -o, --output FORMAT  Write the result as table, tsv, json, jsonl or csv
          -h, --help           Show this help

        """)
    let expected =
      #"{"source_timezone":"UTC","time":"12:00","target_timezone":"Europe/Oslo"}"#
    #expect(try tool.arguments(["UTC", "12:00", "Europe/Oslo"]) == expected)
    #expect(try tool.arguments(["--time=12:00", "UTC", "Europe/Oslo"]) == expected)
    #expect(try tool.arguments(["--source_timezone", "UTC", "12:00", "Europe/Oslo"]) == expected)
    #expect(
      try tool.arguments(["--json", #"{"time":"1:00","target_timezone":"Europe/Oslo"}"#, "UTC"])
        .contains(#""source_timezone":"UTC""#))
    #expect(
      tool.error(["UTC", "12:00"]) == "m convert-time needs TARGET-TIMEZONE")
    #expect(tool.error(["--json", "{}"]) == "1: SOURCE-TIMEZONE is missing")
    #expect(
      tool.error(["--json", #"{"time":1,"source_timezone":"","target_timezone":""}"#])
        == "1: TIME is a number, not text")
  }

  @Test func `The tool of mcp-server-fetch is a command`() throws {
    let tool = try SampleTool(
      #"""
      {"name":"fetch","description":"Fetches a URL from the internet.\n\nAlthough originally you\ndid not.","inputSchema":{"properties":{
      "url":{"description":"URL to fetch","format":"uri","minLength":1,"title":"Url","type":"string"},
      "max_length":{"default":5000,"description":"Maximum number of characters to return.","maximum":999999,"minimum":1,"title":"Max Length","type":"integer"},
      "start_index":{"default":0,"minimum":0,"title":"Start Index","type":"integer"},
      "raw":{"default":false,"description":"Get the actual HTML content.","title":"Raw","type":"boolean"}},
      "required":["url"],"type":"object"}}
      """#)
    #expect(tool.specification.problem == nil)
    #expect(
      HelpText(tool.specification, path: "m fetch").text(in: TextLayout(width: 100)) == """
        Fetches a URL from the internet

        Usage:
          m fetch URL [--max-length N] [--start-index N] [--raw] [--json JSON] [--save FILE]

        Fetches a URL from the internet.

        Although originally you
        did not.

        Arguments:
          URL  URL to fetch (a URI such as https://example.com/; also --url)

        Options:
              --max-length N   Maximum number of characters to return (a whole number from 1 to 999999;
                               default: 5000)
              --start-index N  Start Index (a whole number of at least 0; default: 0)
              --raw            Get the actual HTML content
              --json JSON      Give all arguments at once; others are added to them (a JSON object)
              --save FILE      Keep an image, a sound or a file of the result in FILE
          -o, --output FORMAT  Write the result as table, tsv, json, jsonl or csv
          -h, --help           Show this help

        """)
    #expect(
      try tool.arguments(["http://[::1]/a"])
        == #"{"url":"http://[::1]/a","max_length":5000,"start_index":0,"raw":false}"#)
    #expect(
      try tool.arguments(["http://a", "--raw", "--max_length", "7"])
        == #"{"url":"http://a","max_length":7,"raw":true,"start_index":0}"#)
    #expect(
      tool.error(["a b"]) == "0: URL takes a URI such as https://example.com/, not 'a b'")
    #expect(
      tool.error(["http://a", "--max-length", "0"])
        == "2: --max-length takes a whole number from 1 to 999999, not '0'")
  }

  @Test func `The tools of mcp-server-sqlite are commands`() throws {
    let tool = try SampleTool(
      #"{"name":"read_query","description":"Execute a SELECT query on the SQLite database","inputSchema":{"type":"object","properties":{"query":{"type":"string","description":"SELECT SQL query to execute"}},"required":["query"]}}"#
    )
    #expect(tool.specification.name == "read-query")
    #expect(try tool.arguments(["select 1"]) == #"{"query":"select 1"}"#)
    let listing = try SampleTool(
      #"{"name":"list_tables","inputSchema":{"type":"object","properties":{}}}"#)
    #expect(try listing.arguments([]) == "{}")
    #expect(
      listing.error(["x"])
        == "0: m list-tables takes no arguments, and 'x' is one too many")
  }
}
