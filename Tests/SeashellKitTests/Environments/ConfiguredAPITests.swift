import FoundationEssentials
import SeashellHosting
@testable import SeashellKit
import SeashellTesting
import Testing
import WebAPI
import WebMessages

/// The APIs that a configuration adds.
@Suite struct ConfiguredAPITests {
  private static func configuration(_ text: String) throws -> Configuration {
    try Configuration(
      parsing: text, from: "/etc/team/config.json",
      builtIn: [
        try APIEnvironment("staging", "https://staging.example"), .embedded(version: "v1"),
      ],
      api: "shop")
  }

  private static func error(_ text: String) throws -> ConfigurationError {
    try #require(throws: ConfigurationError.self) { try configuration(text) }
  }

  @Test func `every field of an API is read`() throws {
    let configuration = try Self.configuration(
      """
      { apis: { wh: {
          description: 'openapi.json',
          environments: {
            dev: { baseURL: 'http://127.0.0.1:8090', version: 'v2', keys: 'camel' },
            live: { baseURL: 'https://wh.example/api', production: true },
          },
          default: 'dev',
          allowedOrigins: ['https://upload.example', 'http://127.0.0.1:9000/'],
          variables: { tenant: 'acme' }, names: { getItemById: 'show' },
          reads: ['POST /search', 'post /items/{id}/check'],
          paging: { style: 'jsonapi' },
      } } }
      """)
    let wh = try #require(configuration.apis.first)
    #expect(configuration.apis.count == 1)
    #expect(wh.name == "wh")
    #expect(wh.description == .file("/etc/team/openapi.json"))
    #expect(wh.environments.map(\.name) == ["dev", "live"])
    #expect(wh.environments.map(\.version) == ["v2", nil])
    #expect(wh.environments.map(\.keys) == [.camel, .snake])
    #expect(wh.environments.map(\.isProduction) == [false, true])
    #expect(wh.defaultEnvironment == "dev")
    #expect(
      wh.allowedOrigins.map(\.description) == ["https://upload.example", "http://127.0.0.1:9000"])
    #expect(wh.variables == ["tenant": "acme"])
    #expect(wh.names == ["getItemById": "show"])
    #expect(wh.reads.map(\.method) == [.post, .post])
    #expect(wh.reads.map(\.path) == ["/search", "/items/{id}/check"])
    #expect(wh.pagings == ["": .jsonAPI])
    #expect(configuration.environments.isEmpty)
    #expect(configuration.warnings.isEmpty)
  }

  @Test func `an API needs no more than a description`() throws {
    let api = try #require(try Self.configuration("{apis:{wh:{description:'/a.yaml'}}}").apis.first)
    #expect(api.description == .file("/a.yaml"))
    #expect(api.environments.isEmpty)
    #expect(api.defaultEnvironment == nil && api.pagings.isEmpty)
  }

  @Test func `a description may be at a URL`() throws {
    let text = "{apis:{wh:{description:'HTTPS://wh.example/openapi.json?x=1'}}}"
    let api = try #require(try Self.configuration(text).apis.first)
    #expect(
      api.description == .url(try #require(URL(string: "HTTPS://wh.example/openapi.json?x=1"))))
  }

  @Test(
    arguments: [
      ("{style:'link'}", .link()),
      (
        "{style:'link',page:null,size:null,elements:'items',total:'meta.total'}",
        .link(page: nil, size: nil, elements: "items", total: .field("meta.total"))
      ),
      (
        "{style:'number',page:'p',size:'n',first:0,pages:{header:'X-Total-Pages'}}",
        .number("p", size: "n", first: 0, pages: .header("X-Total-Pages"))
      ),
      ("{style:'offset',offset:'skip',limit:'take'}", .offset("skip", limit: "take")),
      (
        "{style:'cursor',cursor:'after',next:'meta.next'}",
        .cursor("after", from: .field("meta.next"))
      ),
      ("{style:'url',next:{header:'X-Next'}}", .nextURL(in: .header("X-Next"))),
      ("{next:'links.next'}", .nextURL(in: .field("links.next"))),
      ("{style:'none',elements:'a.b'}", .none(elements: "a.b")),
      ("{page:{body:'page.number'},first:2}", .number(.body("page.number"), first: 2)),
      (
        "{offset:{body:'options.offset'},first:1,total:'0.total'}",
        .offset(.body("options.offset"), first: 1, total: .field("0.total"))
      ),
      ("{cursor:'*',next:'continue'}", .cursor(.members, from: .field("continue"))),
      (
        "{cursor:{header:'Range'},next:{header:'Next-Range'}}",
        .cursor(.header("Range"), from: .header("Next-Range"))
      ),
      (
        "{cursor:'offset',next:{last:'update_id',plus:1}}",
        .cursor("offset", from: .last("update_id", plus: 1))
      ),
    ] as [(String, Paging)])
  func `paging names a style and what differs from it`(text: String, paging: Paging) throws {
    let api = try Self.configuration("{apis:{wh:{description:'a',paging:\(text)}}}").apis.first
    #expect(api?.pagings == ["": paging])
  }

  @Test func `operations may be paged in ways of their own`() throws {
    let paging = """
      {cursor:{body:'c'},next:'n',more:{not:'isLast'},elements:{map:''},element:'r',path:'/next',alone:true,
       operations:{listLogs:{style:'none'},'POST /search':{offset:'from',more:'more'}}}
      """
    let api = try Self.configuration("{apis:{wh:{description:'a',paging:\(paging)}}}").apis.first
    var own = Paging.cursor(.body("c"), from: .field("n"), elements: "")
    (own.flag, own.isMap, own.element) = (.last("isLast"), true, "r")
    (own.path, own.isAlone) = ("/next", true)
    var search = Paging.offset("from")
    search.flag = .more("more")
    #expect(api?.pagings == ["": own, "listLogs": .none(), "POST /search": search])
  }

  @Test(arguments: ["staging", "shop:staging", "wh:dev", "shop:embedded"])
  func `the environment to start on may be that of an API`(name: String) throws {
    let text = """
      {environment:'\(name)',apis:{wh:{description:'a',environments:{dev:{baseURL:'https://a'}}}}}
      """
    #expect(try Self.configuration(text).environment == name)
  }

  @Test(
    arguments: [
      ("{apis: []}", "apis must be an object, not an array", nil),
      ("{apis: {wh: 'a'}}", "apis.wh must be an object, not a string", nil),
      (
        "{apis: {shop: {environments: {}}}}", "apis.shop is the shell's own API",
        "write its environments into 'environments' at the root of the file"
      ),
      (
        "{apis: {'-wh': {description: 'a'}}}", "'-wh' is not a valid API name",
        "a name must be letters, digits, '-', '_' and '.', and begin with a letter or digit"
      ),
      (
        "{apis: {'a:b': {description: 'a'}}}", "'a:b' is not a valid API name",
        "a name must be letters, digits, '-', '_' and '.', and begin with a letter or digit"
      ),
      (
        "{apis: {each: {description: 'a'}}}", "apis.each has the name of a word of the language",
        "choose another name"
      ),
      (
        "{apis: {help: {description: 'a'}}}", "apis.help has the name of a word of the language",
        "choose another name"
      ),
      (
        "{apis: {staging: {description: 'a'}}}", "apis.staging has the name of an environment",
        "choose another name"
      ),
      (
        "{apis: {wh: {description: 'a', enviroments: {}}}}",
        "unknown field 'enviroments' in apis.wh", "did you mean environments?"
      ),
      (
        "{apis: {wh: {description: 'a', auth: {}}}}", "apis.wh.auth has no type",
        "type: 'apiKey', 'basic', 'bearer', 'oauth2', 'session' or 'none'"
      ),
      (
        "{apis: {wh: {description: ''}}}",
        "apis.wh.description must be the path of a file, or a URL", nil
      ),
      (
        "{apis: {wh: {description: 'ftp://a/b'}}}",
        "apis.wh.description must be the path of a file, or an https or http URL without a user",
        nil
      ),
      (
        "{apis: {wh: {description: 'https://u:p@a/b'}}}",
        "apis.wh.description must be the path of a file, or an https or http URL without a user",
        nil
      ),
      (
        "{apis: {wh: {description: 'a', default: 'live', environments: {dev: {baseURL: 'https://a'},"
          + " qa: {baseURL: 'https://a'}}}}}",
        "apis.wh.default is 'live', but the API has no such environment",
        "its environments are dev, qa"
      ),
      (
        "{apis: {wh: {description: 'a', default: 'dev'}}}",
        "apis.wh.default is 'dev', but the API has no such environment", "it has none"
      ),
      (
        "{apis: {wh: {description: 'a', environments: {dev: {}}}}}",
        "apis.wh.environments.dev has no baseURL", nil
      ),
      (
        "{apis: {wh: {description: 'a', environments: {dev: {baseURL: 'https://a', retires: 1}}}}}",
        "unknown field 'retires' in apis.wh.environments.dev", "did you mean retries?"
      ),
      (
        "{apis: {wh: {description: 'a', allowedOrigins: 'https://a'}}}",
        "apis.wh.allowedOrigins must be an array of origins such as 'https://api.example.com', not a"
          + " string", nil
      ),
      (
        "{apis: {wh: {description: 'a', allowedOrigins: ['https://a/b']}}}",
        "apis.wh.allowedOrigins must have origins such as 'https://api.example.com', not"
          + " 'https://a/b'", nil
      ),
      (
        "{apis: {wh: {description: 'a', reads: ['/search']}}}",
        "apis.wh.reads must have operations such as 'POST /search', not '/search'", nil
      ),
      (
        "{apis: {wh: {description: 'a', reads: [1]}}}",
        "apis.wh.reads must have operations such as 'POST /search', not a number", nil
      ),
      (
        "{apis: {wh: {description: 'a', names: {getItem: 'show it now'}}}}",
        "apis.wh.names.getItem is 'show it now', but must be COMMAND or 'GROUP COMMAND'; each must be"
          + " letters, digits, '-', '_' and '.', and begin with a letter or digit", nil
      ),
      (
        "{apis: {wh: {description: 'a', variables: {tenant: 1}}}}",
        "apis.wh.variables.tenant must be a string in quotes, not a number", nil
      ),
      (
        "{apis: {wh: {description: 'a', paging: {}}}}", "apis.wh.paging has no style",
        "style: 'link', 'jsonapi', 'number', 'offset', 'cursor', 'url' or 'none'"
      ),
      (
        "{apis: {wh: {description: 'a', paging: {style: 'curser'}}}}",
        "apis.wh.paging.style must be link, jsonapi, number, offset, cursor, url or none, not 'curser'",
        "did you mean 'cursor'?"
      ),
      (
        "{apis: {wh: {description: 'a', paging: {style: 'cursor'}}}}", "apis.wh.paging has no next",
        "next: 'meta.next', next: { header: 'X-Next' } or next: { last: 'id' }"
      ),
      (
        "{apis: {wh: {description: 'a', paging: {style: 'jsonapi', page: 'p'}}}}",
        "unknown field 'page' in apis.wh.paging", "its fields are style, operations"
      ),
      (
        "{environment: 'wh:liev', apis: {wh: {description: 'a', environments: {live:"
          + " {baseURL: 'https://a'}}}}}",
        "environment is 'wh:liev', but no such environment is defined", "did you mean 'wh:live'?"
      ),
    ] as [(String, String, String?)])
  func `a mistake in an API's configuration is an error with its place`(
    text: String, message: String, hint: String?
  ) throws {
    let error = try Self.error(text.replacing(": ", with: ":\n"))
    #expect(error.message == message)
    #expect(error.hint == hint)
    #expect(error.line != nil && error.column != nil)
    #expect(error.shellError.status == .usage)
  }

  @Test func `an error in an API's configuration has line and column`() throws {
    let error = try Self.error(
      "{\n  apis: { wh: {\n    description: 'a',\n    reads: ['POST /a',\n      'GET b'] } } }")
    #expect((error.line, error.column) == (5, 7))
  }

  @Test func `every error in an API is found`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "config.json",
      """
      { apis: { shop: {}, each: {}, wh: { description: 'a',
        reads: ['x',
          'POST /y'],
        paging: { style: 'url' }, color: 1 } } }
      """)
    let (configuration, errors) = ConfigurationFile(in: folder.path).examine(
      builtIn: [], api: "shop", sections: [])
    #expect(
      errors.map { "\($0.line ?? 0):\($0.column ?? 0)" } == [
        "1:11", "1:21", "2:11", "4:11", "4:29",
      ])
    #expect(configuration.apis.first?.reads.map(\.path) == ["/y"])
  }
}
