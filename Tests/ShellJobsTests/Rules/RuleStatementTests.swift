@testable import ShellJobs
import ShellTestSupport
@testable import ShellRuntime
import Testing

/// The arguments accepted by `on`, `off` and `events post`.
@MainActor
@Suite struct RuleStatementTests {
  @Test(arguments: [
    ("on a.b", "there is no 'do' after 'on'; on EVENT do COMMAND…"),
    ("on a.b print x", "there is no 'do' after 'on'"),
    ("on do print", "there is no event after 'on'; on EVENT do COMMAND…"),
    ("on a.b do", "there is no command after 'do'; on EVENT do COMMAND…"),
    ("on a.b do !", "there is no program after '!'"),
    (
      "on a..b do print",
      "'a..b' is not a name of events; write a dotted name, whose last part may be *: api.data.*"
    ),
    ("on a.b where do print", "there is no condition; write one, such as 'price < 20'"),
    ("on a.b where 'x' do print", "there is no comparison after 'x'"),
    ("on a.b what x = 1 do print", "'what' is neither 'where' nor 'do'"),
    ("on a.b do on c.d do print", "a rule cannot make another one; end the first one with ';'"),
    ("on a.b do print x && on c.d do print", "a rule cannot make another one"),
    ("on a.b do print x &", "'on' cannot be a job; leave out the '&'"),
    ("on a.b do print $nothing", "$nothing is not defined; let nothing = 'text'"),
    ("on a.b do print x | grep $nothing", "$nothing is not defined"),
    ("on a.b do print x > $nothing", "$nothing is not defined"),
    ("on a.b where x = $event.y do print", "$event is not defined; it is the event in a rule's"),
    ("on a.b --debounce 5 --durable d do print", "--durable and --debounce cannot be used"),
    ("on a.b --debounce 0 do print", "debounce"),
    ("on a.b --durable d/e do print", "'d/e' is not a name for --durable"),
    (
      "on a.b --durable d do print; on a.b --durable e do print",
      "the durable rules of a shell share one name, and it is 'd'; write --durable d"
    ),
    ("on a.b --shared do print", "--shared needs --durable NAME; workers with the same name share"),
    (
      "on a.b --durable d --parallel 2 do print",
      "--parallel is for shared rules; add --durable NAME"
    ),
    ("on a.b --max-tries 2 do print", "--max-tries is for shared rules"),
    ("on a.b --in-order x do print", "--in-order is for shared rules"),
    ("on a.b --durable d --shared --once do print", "--shared and --once cannot be used together"),
    (
      "on a.b --durable d --shared --debounce 5 do print", "--durable and --debounce cannot be used"
    ),
    ("on a.b --durable d --shared --parallel 65 do print", "parallel"),
    ("on a.b --durable d --shared --max-tries 0 do print", "max-tries"),
    (
      "on a.b --durable d --shared do print; on c.d --durable d --shared do print",
      "rule 1 is the worker 'd' of this shell already; choose another NAME"
    ),
    (
      "on shell.job.finished where tries = 1 do print", "there is no field 'tries'"
    ),
    ("on a.b > f do print", "a file stands before 'do'; put it behind the command"),
    ("off 1", "there is no rule 1; on lists the rules"),
    ("on a.b --restart 1 do print", "--restart is for a rule that was stopped; on --restart N"),
    (
      "on shell.job.finished where stauts = 1 do print",
      "there is no field 'stauts'; did you mean 'status'? "
        + "the fields are name, time, job, status, duration"
    ),
    ("on shell.module.* where a.b = 1 do print", "there is no field 'a.b'; the fields are"),
    ("let event = 1", "'event' cannot be set: $event is the event in a rule"),
    ("events post", "the name of the event is missing; events post shop.opened floor=2"),
    ("events post a..b", "'a..b' is not a name of an event"),
    ("events post api.data.inserted x=1", "only the shell itself posts events whose names begin"),
    ("events post shell.x", "only the shell itself posts"),
    ("events post session", "only the shell itself posts"),
    ("events post a.b c", "'c' is not a field and its value; write FIELD=VALUE: floor=2"),
    ("events post a.b name=c", "every event has a 'name' of its own"),
    ("events post a.b c=1 c=2", "the field 'c' is given twice"),
    ("events watch x", "'x' is too much; to choose events, pass --name PATTERN"),
    ("events --count 3", "--count is for 'events watch'"),
    ("events --name a..b", "'a..b' is not a name of events"),
  ])
  func `An invalid rule is an error at once`(_ script: String, _ message: String) async throws {
    let outcome = await TestShell().run(script)
    #expect(outcome.status == 2 || script == "off 1" && outcome.status == 3)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(arguments: [
    "on a.b where x = 1", "on * where x = 1", "on shell.* where module = x and job = 1",
    "on shell.job.finished where tries = 1 and message_id = x --durable d --shared",
    "on shell.job.finished where x is missing", "on shell.job.finished where time > 2020-01-01",
  ])
  func `A field that an event may have can be in a condition`(_ rule: String) async throws {
    #expect(await TestShell().run("\(rule) do print x") == .init(0))
  }

  @Test func `An error in a rule points at its word`() async throws {
    let outcome = await TestShell().run("print a; on a.b where x ? 1 do print")
    #expect(
      outcome.errors == """
        test:1: '?' is not a comparison; use = != < <= > >= ~ (contains), + - * / %, 'in (a, b)' or 'is empty'
          print a; on a.b where x ? 1 do print
                                  ^

        """, "\(outcome.errors)")
  }

  @Test func `Rules are listed and removed`() async throws {
    let outcome = await TestShell().run(
      """
      let low = 2
      on a.b do print $event.name | cat > 'a file'
      on a.* where rating <= $low --once do print x && print y
      on shop.* --debounce 250 do ! mail x
      on a.b --durable d --shared --parallel 4 --max-tries 9 --in-order x do print x
      on; off 4; off 1; print off; on -o tsv
      """)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        1\ta.b\t\t\tprint $event.name | cat > 'a file'\t0\t0\t0\t
        2\ta.*\trating <= 2\t--once\tprint x && print y\t0\t0\t0\t
        3\tshop.*\t\t--debounce 250\t! mail x\t0\t0\t0\t
        4\ta.b\t\t--durable d --shared --parallel 4 --max-tries 9 --in-order x\tprint x\t0\t0\t0\t
        off
        2\ta.*\trating <= 2\t--once\tprint x && print y\t0\t0\t0\t
        3\tshop.*\t\t--debounce 250\t! mail x\t0\t0\t0\t

        """)
  }

  @Test func `on alone creates no rule, and shows its help`() async throws {
    let test = TestShell()
    let outcome = await test.run(["on", "a.b", "do", "print"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("a rule can only be made in a script, or at a prompt"))
    #expect(await test.run("on --help").output.contains("on EVENT do COMMAND"))
  }
}
