import FoundationEssentials
import SeashellHosting
import SeashellTesting
import Testing

@testable import SeashellKit

/// Credentials in a configuration.
@Suite struct ConfiguredCredentialTests {
  private static func configuration(_ text: String) throws -> Configuration {
    try Configuration(
      parsing: text, from: "/etc/team/config.json",
      builtIn: [try APIEnvironment("live", "https://live.test")], api: "shop")
  }

  private static func credentials(_ auth: String) throws -> [ConfiguredCredential]? {
    let configuration = try configuration(
      "{environments:{qa:{baseURL:'https://a.test',auth:\(auth)}}}")
    return try #require(configuration.environments.first).credentials
  }

  @Test(
    arguments: [
      ("{type:'none'}", []), ("[{type:'none'}]", []), ("{type:'session'}", ["session"]),
      (
        "{type:'apiKey',in:'header',name:'X-API-Key',value:{env:'WH_KEY'}}",
        ["apiKey X-API-Key in the header from the variable WH_KEY"]
      ),
      (
        "{type:'apiKey',in:'header',name:'authorization',value:{env:'K'}}",
        ["apiKey authorization in the header from the variable K"]
      ),
      (
        "{type:'apiKey',in:'query',name:'appid',value:{file:'key'}}",
        ["apiKey appid in the query from the file /etc/team/key"]
      ),
      (
        "{type:'apiKey',in:'cookie',name:'sid',value:{file:'/run/key'}}",
        ["apiKey sid in the cookie from the file /run/key"]
      ),
      (
        "{type:'basic',user:'ann',password:{command:['pass','show','wh']}}",
        ["basic from the program 'pass'"]
      ),
      (
        "[{type:'bearer',token:{command:['./token']}},"
          + "{type:'apiKey',in:'header',name:'X-Key',value:{env:'K'}}]",
        [
          "bearer from the program '/etc/team/./token'",
          "apiKey X-Key in the header from the variable K",
        ]
      ),
      (
        "{type:'oauth2',flow:'clientCredentials',tokenURL:'https://id.test/token?x=1',"
          + "clientID:{env:'ID'},clientSecret:{env:'SECRET'}}",
        ["oauth2 from the variable SECRET"]
      ),
    ] as [(String, [String])])
  func `configured credentials name a scheme and the source of the secret`(
    auth: String, expected: [String]
  ) throws {
    let credentials = try #require(try Self.credentials(auth))
    #expect(credentials.map(\.description) == expected)
    #expect(credentials.map(\.scheme.id) == Array(["auth", "auth 2"].prefix(expected.count)))
  }

  @Test func `every field of configured credentials is read`() throws {
    let text = """
      [{type:'basic',user:{file:'user'},password:{command:['pass','show','wh']},
        store:{command:['pass','insert','-e','wh']}},
       {type:'apiKey',in:'query',name:'k',value:{env:'K'}}]
      """
    let basic = try #require(try Self.credentials(text)?.first)
    #expect(basic.user == .source(.file("/etc/team/user")))
    #expect(basic.secret == .command(["pass", "show", "wh"]))
    #expect(basic.store == ["pass", "insert", "-e", "wh"])
    #expect(basic.sources == [.file("/etc/team/user"), .command(["pass", "show", "wh"])])
    let oauth = try #require(
      try Self.credentials(
        "{type:'oauth2',flow:'clientCredentials',issuer:'http://127.0.0.1:9/a',clientID:'ci',"
          + "clientSecret:{env:'S'},scopes:['items:read','write']}")?.first)
    #expect(oauth.user == .text("ci"))
    #expect(oauth.secret == .variable("S"))
    #expect(
      oauth.scheme.kind
        == .oauth(
          OAuthSettings(
            .clientCredentials, issuer: URL(string: "http://127.0.0.1:9/a"),
            scopes: ["items:read", "write"])))
  }

  @Test func `a secret's path with a tilde is in the home folder`() throws {
    let credentials = try Self.credentials("{type:'bearer',token:{file:'~/.secrets/wh'}}")
    guard case .file(let path)? = credentials?.first?.secret else {
      Issue.record("no file")
      return
    }
    #expect(path.hasPrefix("/") && path.hasSuffix("/.secrets/wh") && !path.contains("~"))
  }

  @Test func `an environment's credentials replace those of its API`() throws {
    let api = try #require(
      try Self.configuration(
        """
        {apis:{wh:{auth:[{type:'bearer',token:{env:'A'}},{type:'apiKey',in:'query',name:'k',value:{env:'B'}}],
          environments:{
            dev:{baseURL:'http://127.0.0.1:1',auth:{type:'none'}},
            qa:{baseURL:'https://qa.test',auth:{type:'session'}},
            live:{baseURL:'https://live.test'}}}}}
        """
      ).apis.first)
    #expect(
      api.environments.map { $0.credentials?.map(\.description) } == [
        [], ["session"],
        ["bearer from the variable A", "apiKey k in the query from the variable B"],
      ])
    let plain = try Self.configuration("{environments:{qa:{baseURL:'https://a'}}}")
    #expect(plain.environments.first?.credentials == nil)
  }

  @Test func `an address for this run gets no credentials`() throws {
    let environment = try #require(
      try Self.configuration("{environments:{live:{auth:{type:'bearer',token:{env:'A'}}}}}")
        .environments.first)
    #expect(environment.credentials?.count == 1)
    let temporary = try APIEnvironment.temporary(
      "https://live.test/x", like: environment, isInsecure: false)
    #expect(temporary.credentials == nil)
  }

  @Test(arguments: [("https://live.test/v2", 1), ("https://other.test", nil)] as [(String, Int?)])
  func `a built-in environment keeps its credentials only at its own origin`(
    base: String, count: Int?
  ) throws {
    var live = try APIEnvironment("live", "https://live.test")
    live.credentials = try Self.credentials("{type:'bearer',token:{env:'A'}}")
    let configuration = try Configuration(
      parsing: "{environments:{live:{baseURL:'\(base)'}}}", from: "c", builtIn: [live])
    #expect(configuration.environments.first?.credentials?.count == count)
  }
}
