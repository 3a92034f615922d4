"""The MCP server `awhm-mcp`: memory as tools and resources for an agent. A door: it holds no rule. See docs/mcp.md."""
