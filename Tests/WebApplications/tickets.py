"""Tickets: a list that can be added to."""

from fastapi import FastAPI, HTTPException
from pydantic import BaseModel


class NewTicket(BaseModel):
    subject: str


def make(environment: str) -> FastAPI:
    app = FastAPI(title="Tickets", version="1.0")
    tickets = [{"number": 1, "subject": "Leak", "environment": environment}]

    @app.get("/tickets", operation_id="listTickets")
    def list_tickets():
        return tickets

    @app.post("/tickets", operation_id="openTicket", status_code=201)
    def open_ticket(ticket: NewTicket):
        tickets.append(
            {"number": len(tickets) + 1, "subject": ticket.subject, "environment": environment})
        return tickets[-1]

    @app.get("/tickets/{number}", operation_id="getTicket")
    def get_ticket(number: int):
        if not 0 < number <= len(tickets):
            raise HTTPException(404, f"no ticket {number}")
        return tickets[number - 1]

    return app
