import Glibc
import SeashellHosting
import Synchronization
import Testing

@testable import SeashellKit

/// Variables that the configuration names.
@Suite struct SecretVariablesTests {
  @Test func `a secret variable is taken once, and its value is kept`() {
    let environment = Mutex(["A": "a-0", "EMPTY": ""])
    let variables = SecretVariables { name in environment.withLock { $0.removeValue(forKey: name) }
    }
    #expect(variables.value(of: "A")?.text == "a-0")
    #expect(variables.value(of: "EMPTY") == nil && variables.value(of: "NONE") == nil)
    #expect(environment.withLock { $0 } == [:])
    variables.take(["A", "NONE"])
    #expect(variables.value(of: "A")?.text == "a-0")
    environment.withLock { $0["A"] = "a-1" }
    variables.take(["A"])
    #expect(variables.value(of: "A")?.text == "a-1")
    #expect(variables.names == ["A"])
  }

  @Test(arguments: ["PATH", "HOME", "USER", "LANG", "LC_ALL", "XDG_STATE_HOME", "TERM"])
  func `variables that programs need stay in the environment`(name: String) {
    let variables = SecretVariables(
      taking: { _ in
        Issue.record("was taken")
        return nil
      }, shared: { _ in "x" })
    variables.take([name])
    #expect(variables.value(of: name)?.text == "x")
  }

  @Test func `a configuration lists its secret variables`() throws {
    let configuration = try Configuration(
      parsing: """
        {environments:{qa:{baseURL:'https://a',headers:{'X-A':{env:'A'},'X-T':'t'},query:{b:{env:'B'}},
            auth:[{type:'basic',user:{env:'U'},password:{env:'P'}},
                  {type:'apiKey',in:'query',name:'k',value:{file:'/k'}}]}},
          apis:{wh:{headers:{'X-C':{env:'C'}},auth:{type:'bearer',token:{env:'T'}},
            environments:{dev:{baseURL:'https://b',auth:{type:'bearer',token:{env:'D'}}}}}}}
        """, from: "c")
    #expect(configuration.secretVariables == ["A", "B", "U", "P", "C", "T", "D"])
    #expect(Configuration().secretVariables.isEmpty)
  }
}
