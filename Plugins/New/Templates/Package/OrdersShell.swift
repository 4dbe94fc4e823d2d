import APIPlugin
import ChartPlugin
import DoctorPlugin
import EnvironmentsPlugin
import MCPPlugin
import OrdersPlugin
import OrdersStub
import SeashellApp
import SeashellKit

@main
struct OrdersShell {
  static func main() {
    ShellApp(
      "orders", version: "0.1", abstract: "A shell for orders",
      environments: [try .init("live", "https://api.example.com/v1")],
      embedded: { _ in EmbeddedAPI(transport: StubOrders()) }
    ) { context in
      [
        OrdersModule(context), EnvironmentsModule(context), APIModule(context), ChartModule(),
        DoctorModule(), MCPModule(context),
      ]
    }
    .with(roles: [DoctorModule.role, MCPModule.role])
    .main()
  }
}
