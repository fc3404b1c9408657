<?php
// Opens two accounts, puts money on one and moves some of it to the other. PHP 8, nothing to install.
declare(strict_types=1);

ini_set('serialize_precision', '-1');
$sandbox = json_decode(file_get_contents((getenv('OPENEMI_DATA') ?: '.openemi') . '/sandbox.json'), true);

/** Signs a call, sends it and answers its data. A refusal is thrown; the HTTP status is always 200. */
function call(string $operation, string $method, string $path, ?array $fields = null, ?string $idempotencyKey = null): array
{
    global $sandbox;
    $body = $fields === null ? '' : json_encode($fields, JSON_THROW_ON_ERROR);
    $timestamp = (string) time();
    $hash = hash_hmac('sha256', $sandbox['api_key'] . $timestamp . $operation . $body, $sandbox['secret_key']);
    $headers = [
        "x-api-key: {$sandbox['api_key']}",
        "x-timestamp: $timestamp",
        "x-hash: $hash",
        'content-type: application/json',
    ];
    if ($idempotencyKey !== null) {
        $headers[] = "x-idempotency-key: $idempotencyKey";
    }
    $request = ['http' => ['method' => $method, 'header' => $headers, 'content' => $body, 'timeout' => 30]];
    $text = file_get_contents($sandbox['base_url'] . $path, false, stream_context_create($request));
    $answer = json_decode($text ?: '', true, flags: JSON_THROW_ON_ERROR);
    if ($answer['code'] !== 0) {
        throw new RuntimeException("$operation: {$answer['key']} " . json_encode($answer['data'] ?? null));
    }
    return $answer['data'];
}

$account = ['program' => $sandbox['programs']['business'], 'merchant' => $sandbox['merchant']];
$debtor = call('account_create', 'POST', '/v2/accounts', $account);
$creditor = call('account_create', 'POST', '/v2/accounts', $account);
call('sim_account_fund', 'POST', "/v2/simulations/accounts/{$debtor['token']}/fund", ['amount' => 100.00]);

// Without an answer, send the same again with the same key: the money moves once.
$transfer = call('transfer_create', 'POST', '/v2/transfers', [
    'amount' => 12.34,
    'currency' => 'EUR',
    'reference' => 'Invoice 7',
    'debtor' => ['balance' => $debtor['balances'][0]['token']],
    'creditor' => ['iban' => $creditor['balances'][0]['iban']],
], bin2hex(random_bytes(16)));
$left = call('account_details', 'GET', "/v2/accounts/{$debtor['token']}")['balances'][0]['available'];
echo $transfer['transaction'], ' ', $transfer['status'], ' ', $left, "\n";
