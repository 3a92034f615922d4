"""Patterns of secrets: a table made by .ci/make_secret_patterns.py. Do not edit it by hand.

From detect-secrets 1.5.0 (https://github.com/Yelp/detect-secrets),
Copyright Yelp, Inc., under the Apache License, Version 2.0 (https://www.apache.org/licenses/LICENSE-2.0).
Changed: only the patterns are taken; what a match always holds is added, so that most of them need not run.
"""

from __future__ import annotations

# Name, pattern, flags of `re`, the group that is the secret (0: all), literals of which a match holds one
# (lower case), and the length of the shortest run without white space that a text with a match has.
Row = tuple[str, str, int, int, tuple[str, ...], int]
ROWS: tuple[Row, ...] = (
    (
        "Artifactory Credentials",
        "(?:\\s|=|:|\"|^)AKC[a-zA-Z0-9]{10,}(?:\\s|\"|$)",
        0, 0, ("akc",), 13,
    ),
    (
        "Artifactory Credentials",
        "(?:\\s|=|:|\"|^)AP[\\dABCDEF][a-zA-Z0-9]{8,}(?:\\s|\"|$)",
        0, 0, ("ap",), 11,
    ),
    (
        "AWS Access Key",
        "(?:A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA)[0-9A-Z]{16}",
        0, 0, ("a3t", "abia", "acca", "akia", "asia"), 20,
    ),
    (
        "AWS Access Key",
        "aws.{0,20}?(?:key|pwd|pw|password|pass|token).{0,20}?[\\'\\\"]([0-9a-zA-Z/+]{40})[\\'\\\"]",
        2, 0, ("aws",), 40,
    ),
    (
        "Azure Storage Account access key",
        "AccountKey=[a-zA-Z0-9+\\/=]{88}",
        0, 0, ("accountkey=",), 99,
    ),
    (
        "Basic Auth Credentials",
        "://[^:/\\?\\#\\[\\]@!\\$\\&'\\(\\)\\*\\+,;=\\s]+:([^:/\\?\\#\\[\\]@!\\$\\&'\\(\\)\\*\\+,;=\\s]+)@",
        0, 1, ("@",), 7,
    ),
    (
        "Cloudant Credentials",
        "(?:(?<=\\W)|(?<=^))(?:\\[|)(?:\"|\\'|)(?:cloudant|cl|clou)(?:_|-|)(?:api|)(?:key|pwd|pw|password|pass|to"
        "ken)(?:\"|\\'|)(?:\\]|)(?: *)(?:=|:|:=|=>| +|::)(?: *)(?:\"|\\'|)([0-9a-f]{64})(?:\"|\\'|)",
        2, 0, ("cl",), 64,
    ),
    (
        "Cloudant Credentials",
        "(?:(?<=\\W)|(?<=^))(?:\\[|)(?:\"|\\'|)(?:cloudant|cl|clou)(?:_|-|)(?:api|)(?:key|pwd|pw|password|pass|to"
        "ken)(?:\"|\\'|)(?:\\]|)(?: *)(?:=|:|:=|=>| +|::)(?: *)(?:\"|\\'|)([a-z]{24})(?:\"|\\'|)",
        2, 0, ("cl",), 24,
    ),
    (
        "Cloudant Credentials",
        "(?:https?\\:\\/\\/)[\\w\\-]+\\:([0-9a-f]{64})\\@[\\w\\-]+\\.cloudant\\.com",
        2, 0, ("cloudant.com",), 64,
    ),
    (
        "Cloudant Credentials",
        "(?:https?\\:\\/\\/)[\\w\\-]+\\:([a-z]{24})\\@[\\w\\-]+\\.cloudant\\.com",
        2, 0, ("cloudant.com",), 24,
    ),
    (
        "Discord Bot Token",
        "[MNO][a-zA-Z\\d_-]{23,25}\\.[a-zA-Z\\d_-]{6}\\.[a-zA-Z\\d_-]{27}",
        0, 0, (".",), 58,
    ),
    (
        "GitHub Token",
        "(ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9_]{36}",
        0, 0, ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), 40,
    ),
    (
        "GitLab Token",
        "(glpat|gldt|glft|glsoat|glrt)-[A-Za-z0-9_\\-]{20,50}(?!\\w)",
        0, 0, ("glpat-", "gldt-", "glft-", "glsoat-", "glrt-"), 25,
    ),
    (
        "GitLab Token",
        "GR1348941[A-Za-z0-9_\\-]{20,50}(?!\\w)",
        0, 0, ("gr1348941",), 29,
    ),
    (
        "GitLab Token",
        "glcbt-([0-9a-fA-F]{2}_)?[A-Za-z0-9_\\-]{20,50}(?!\\w)",
        0, 0, ("glcbt-",), 26,
    ),
    (
        "GitLab Token",
        "glimt-[A-Za-z0-9_\\-]{25}(?!\\w)",
        0, 0, ("glimt-",), 31,
    ),
    (
        "GitLab Token",
        "glptt-[A-Za-z0-9_\\-]{40}(?!\\w)",
        0, 0, ("glptt-",), 46,
    ),
    (
        "GitLab Token",
        "glagent-[A-Za-z0-9_\\-]{50,1024}(?!\\w)",
        0, 0, ("glagent-",), 58,
    ),
    (
        "GitLab Token",
        "gloas-[A-Za-z0-9_\\-]{64}(?!\\w)",
        0, 0, ("gloas-",), 70,
    ),
    (
        "IBM Cloud IAM Key",
        "(?:(?<=\\W)|(?<=^))(?:\\[|)(?:\"|\\'|)(?:ibm(?:_|-|)cloud(?:_|-|)iam|cloud(?:_|-|)iam|ibm(?:_|-|)cloud|i"
        "bm(?:_|-|)iam|ibm|iam|cloud|)(?:_|-|)(?:api|)(?:_|-|)(?:key|pwd|password|pass|token)(?:\"|\\'|)(?:\\]|)"
        "(?: *)(?:=|:|:=|=>| +|::)(?: *)(?:\"|\\'|)([a-zA-Z0-9_\\-]{44}(?![a-zA-Z0-9_\\-]))(?:\"|\\'|)",
        2, 0, ("key", "pwd", "pass", "token"), 44,
    ),
    (
        "IBM COS HMAC Credentials",
        "(?:(?<=\\W)|(?<=^))(?:\\[|)(?:\"|\\'|)(?:(?:ibm)?[-_]?cos[-_]?(?:hmac)?|)(?:_|-|)(?:secret[-_]?(?:access"
        ")?[-_]?key)(?:\"|\\'|)(?:\\]|)(?: *)(?:=|:|:=|=>| +|::)(?: *)(?:\"|\\'|)([a-f0-9]{48}(?![a-f0-9]))(?:\"|\\'"
        "|)",
        2, 0, ("secret",), 48,
    ),
    (
        "Mailchimp Access Key",
        "[0-9a-z]{32}-us[0-9]{1,2}",
        0, 0, ("-us",), 36,
    ),
    (
        "OpenAI Token",
        "sk-[A-Za-z0-9-_]*[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}",
        0, 0, ("t3blbkfj",), 51,
    ),
    (
        "PyPI Token",
        "pypi-AgEIcHlwaS5vcmc[A-Za-z0-9-_]{70,}",
        0, 0, ("pypi-",), 80,
    ),
    (
        "PyPI Token",
        "pypi-AgENdGVzdC5weXBpLm9yZw[A-Za-z0-9-_]{70,}",
        0, 0, ("pypi-",), 80,
    ),
    (
        "SendGrid API Key",
        "SG\\.[a-zA-Z0-9_-]{22}\\.[a-zA-Z0-9_-]{43}",
        0, 0, ("sg.",), 69,
    ),
    (
        "Slack Token",
        "xox(?:a|b|p|o|s|r)-(?:\\d+-)+[a-z0-9]+",
        2, 0, ("xox",), 8,
    ),
    (
        "Slack Token",
        "https://hooks\\.slack\\.com/services/T[a-zA-Z0-9_]+/B[a-zA-Z0-9_]+/[a-zA-Z0-9_]+",
        66, 0, ("hooks.slack.com",), 34,
    ),
    (
        "SoftLayer Credentials",
        "(?:(?<=\\W)|(?<=^))(?:\\[|)(?:\"|\\'|)(?:softlayer|sl)(?:_|-|)(?:api|)(?:_|-|)(?:key|pwd|password|pass|t"
        "oken)(?:\"|\\'|)(?:\\]|)(?: *)(?:=|:|:=|=>| +|::)(?: *)(?:\"|\\'|)([a-z0-9]{64})(?:\"|\\'|)",
        2, 0, ("sl", "softlayer"), 64,
    ),
    (
        "SoftLayer Credentials",
        "(?:http|https)://api.softlayer.com/soap/(?:v3|v3.1)/([a-z0-9]{64})",
        2, 0, ("softlayer",), 64,
    ),
    (
        "Square OAuth Secret",
        "sq0csp-[0-9A-Za-z\\\\\\-_]{43}",
        0, 0, ("sq0csp-",), 50,
    ),
    (
        "Stripe Access Key",
        "(?:r|s)k_live_[0-9a-zA-Z]{24}",
        0, 0, ("k_live_",), 32,
    ),
    (
        "Telegram Bot Token",
        "\\d{8,10}:[0-9A-Za-z_-]{35}",
        0, 0, (":",), 44,
    ),
    (
        "Twilio API Key",
        "AC[a-z0-9]{32}",
        0, 0, ("ac",), 34,
    ),
    (
        "Twilio API Key",
        "SK[a-z0-9]{32}",
        0, 0, ("sk",), 34,
    ),
)  # fmt: skip
