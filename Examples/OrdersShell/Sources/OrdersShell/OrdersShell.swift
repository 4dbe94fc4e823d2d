import APIPlugin
import AuditPlugin
import ChartPlugin
import DoctorPlugin
import EnvironmentsPlugin
import MCPPlugin
import OrdersPlugin
import OrdersStub
import QueuePlugin
import SeashellApp
import SessionPlugin
import WebOffline

@main struct OrdersShell {
  static func main() {
    ShellApp(
      "orders", version: "1.0", abstract: "A shell for orders",
      environments: [try .init("live", "https://orders.example.com/v1")],
      embedded: { _ in EmbeddedAPI(transport: StubOrders()) },
      offline: { OfflineFiles(directory: "\($0.state)/offline") }
    ) { context in
      [
        try OrdersModule(context), AuditModule(context), SessionModule(context),
        EnvironmentsModule(context), APIModule(context, paths: ["orders": "the orders"]),
        QueueModule(context), ChartModule(), DoctorModule(), MCPModule(context),
      ]
    }
    .with(roles: [DoctorModule.role, MCPModule.role])
    .main()
  }
}
